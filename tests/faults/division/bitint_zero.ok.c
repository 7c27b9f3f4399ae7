// cflags: -std=c23
// Twin of bitint_zero.c: the correct form.
#include <stdio.h>

static int quotient(unsigned _BitInt(24) a, unsigned _BitInt(24) b) {
    return (int)(a / b);
}

int main(void) {
    unsigned _BitInt(24) d = 0xffffff;
    printf("%d\n", quotient(0xabcdef, d));
    return 0;
}
