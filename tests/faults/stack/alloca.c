// A block from alloca, written past its end.
#include <alloca.h>
#include <stdio.h>

static unsigned mix(unsigned n) {
    unsigned char *b = alloca(n);
    for (unsigned i = 0; i <= n; i++)
        b[i] = (unsigned char)(i * 7); //~ FAULT out-of-bounds
    return b[n - 1];
}

int main(void) {
    printf("%u\n", mix(24));
    return 0;
}
