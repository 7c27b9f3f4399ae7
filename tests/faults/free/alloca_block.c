// free of memory from alloca.
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>

static void scale(int n) {
    double *t = alloca((size_t)n * sizeof *t);
    for (int i = 0; i < n; i++)
        t[i] = i / 2.0;
    printf("%g\n", t[n - 1]);
    free(t); //~ FAULT invalid-free
}

int main(void) {
    scale(12);
    return 0;
}
