// A one-parameter function called with three arguments.
#include <stdio.h>

typedef long (*op3)(long, long, long);

static long negate(long a) { return -a; }
static long sum3(long a, long b, long c) { return a + b + c; }

int main(void) {
    op3 f = sum3;
    f = (op3)(void *)negate;
    printf("%ld\n", f(1, 2, 3)); //~ FAULT function-type-mismatch
    printf("%ld\n", negate(5));
    printf("%ld\n", sum3(1, 1, 1));
    return 0;
}
