// Two functions that call each other for ever.
#include <stdio.h>

static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 2); } static int odd(int n) { return n == 0 ? 0 : even(n - 2); } //~ FAULT stack-exhaustion

int main(void) {
    printf("%d\n", even(7));
    return 0;
}
