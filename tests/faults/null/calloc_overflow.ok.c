// Twin of calloc_overflow.c: the correct form.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile size_t n = 4;
    double *v = calloc(n, sizeof *v);
    v[1] = 2.0;
    printf("%g\n", v[1]);
    free(v);
    return 0;
}
