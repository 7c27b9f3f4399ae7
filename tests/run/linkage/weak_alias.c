// Weak definitions, weak references to nothing, aliases, asm labels, sections, used attributes.
#include <stdio.h>

__attribute__((weak)) int weak_fn(void) { return 1; }
extern int missing(void) __attribute__((weak));
extern int missing_var __attribute__((weak));
static int real(int x) { return x * 3; }
int other_name(int x) __attribute__((alias("exported")));
int exported(int x) { return real(x) + 1; }
int value = 12;
extern int value_alias __attribute__((alias("value")));
int renamed(void) __asm__("some_other_symbol");
int renamed(void) { return 55; }
__attribute__((section("special"), used)) int placed = 9;
__attribute__((visibility("hidden"))) int hidden = 8;

int main(void) {
    printf("%d %d %d\n", weak_fn(), missing ? missing() : -1, &missing_var != NULL);
    printf("%d %d %d\n", other_name(4), exported(4), other_name == exported);
    value_alias += 1;
    printf("%d %d\n", value, &value == &value_alias);
    printf("%d %d %d\n", renamed(), placed, hidden);
    return 0;
}
