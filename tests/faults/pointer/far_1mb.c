// An index of one megabyte into a small array.
#include <stdio.h>

static char small[64];

int main(int argc, char **argv) {
    (void)argv;
    char *p = small;
    long i = argc * (1L << 20);
    p[i] = 1; //~ FAULT out-of-bounds|wild-pointer
    printf("%d\n", p[i]);
    return 0;
}
