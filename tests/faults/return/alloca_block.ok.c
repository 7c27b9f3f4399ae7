// Twin of alloca_block.c: the correct form.
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>

static int *numbers(int n) {
    int *v = malloc(n * sizeof *v);
    if (!v) exit(1);
    for (int i = 0; i < n; i++)
        v[i] = i * 2;
    return v;
}

int main(void) {
    int *v = numbers(6);
    printf("%d\n", v[5]);
    free(v);
    return 0;
}
