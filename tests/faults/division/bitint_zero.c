// cflags: -std=c23
// Division of a 24-bit integer by zero.
#include <stdio.h>

static int quotient(unsigned _BitInt(24) a, unsigned _BitInt(24) b) {
    return (int)(a / b); //~ FAULT division-by-zero
}

int main(void) {
    unsigned _BitInt(24) d = 0xffffff;
    d += 1;
    printf("%d\n", quotient(0xabcdef, d));
    return 0;
}
