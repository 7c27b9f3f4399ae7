// cflags: -std=gnu89 -Wno-everything
// sanitizers: blind
// An old-style function called with too few arguments.
#include <stdio.h>

int weigh(a, b, c)
    int a, b, c;
{
    return a + 2 * b + 3 * c;
}

int main() {
    int (*f)() = weigh;
    int r = f(1); //~ FAULT function-type-mismatch
    printf("%d\n", r);
    return 0;
}
