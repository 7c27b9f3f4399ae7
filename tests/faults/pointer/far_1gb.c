// An index of a gigabyte into a heap block.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    (void)argv;
    int *v = calloc(100, sizeof *v);
    if (!v) return 1;
    long i = argc * (1L << 28);
    v[i] += 3; //~ FAULT out-of-bounds|wild-pointer
    printf("%d\n", v[i]);
    free(v);
    return 0;
}
