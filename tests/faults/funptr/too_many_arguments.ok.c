// Twin of too_many_arguments.c: the correct form.
#include <stdio.h>

typedef long (*op3)(long, long, long);

static long negate(long a) { return -a; }
static long sum3(long a, long b, long c) { return a + b + c; }

int main(void) {
    op3 f = sum3;
    printf("%ld\n", f(1, 2, 3));
    printf("%ld\n", negate(5));
    printf("%ld\n", sum3(1, 1, 1));
    return 0;
}
