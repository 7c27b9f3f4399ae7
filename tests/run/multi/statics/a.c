// Static functions and variables of the same name in several files.
#include <stdio.h>
#include "shared.h"

static int value = 1;
static int helper(int x) { return x + value; }
int from_a(int x) { value *= 2; return helper(x); }

int main(void) {
    for (int i = 0; i < 3; i++) printf("%d %d %d\n", from_a(10), from_b(10), from_c(10));
    printf("%d %d\n", in_header(5), header_from_b(5));
    printf("%s %s\n", where_a(), where_b());
    return 0;
}
const char *where_a(void) { static const char name[] = "a"; return name; }
