// Twin of alloca_block.c: the correct form.
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>

static void scale(int n) {
    double *t = malloc((size_t)n * sizeof *t);
    if (!t) return;
    for (int i = 0; i < n; i++)
        t[i] = i / 2.0;
    printf("%g\n", t[n - 1]);
    free(t);
}

int main(void) {
    scale(12);
    return 0;
}
