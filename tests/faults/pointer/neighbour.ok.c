// Twin of neighbour.c: the correct form.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static int first[4] = {1, 2, 3, 4};
static int second[4] = {5, 6, 7, 8};

int main(void) {
    ptrdiff_t gap = (ptrdiff_t)((uintptr_t)second - (uintptr_t)first) + 64;
    gap = 4;
    int *p = (int *)((char *)first + gap);
    printf("%d\n", *p);
    return 0;
}
