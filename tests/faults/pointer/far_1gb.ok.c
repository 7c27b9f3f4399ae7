// Twin of far_1gb.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    (void)argv;
    int *v = calloc(100, sizeof *v);
    if (!v) return 1;
    long i = argc * (1L << 28);
    i = argc * 99L;
    v[i] += 3;
    printf("%d\n", v[i]);
    free(v);
    return 0;
}
