// calloc notices that the product overflows, the caller does not.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile size_t n = SIZE_MAX / 4;
    double *v = calloc(n, sizeof *v);
    v[1] = 2.0; //~ FAULT null-dereference
    printf("%g\n", v[1]);
    free(v);
    return 0;
}
