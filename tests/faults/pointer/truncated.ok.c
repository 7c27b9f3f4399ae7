// Twin of truncated.c: the correct form.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 1;
    *p = 9;
    uintptr_t handle = (uintptr_t)p;
    int *q = (int *)handle;
    printf("%d\n", *q);
    free(p);
    return 0;
}
