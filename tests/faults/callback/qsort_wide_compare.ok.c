// Twin of qsort_wide_compare.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

static int cmp(const void *a, const void *b) {
    short x = *(const short *)a, y = *(const short *)b;
    return (x > y) - (x < y);
}

int main(void) {
    _Alignas(8) short v[2] = {9, 4};
    qsort(v, 2, sizeof v[0], cmp);
    printf("%d %d\n", v[0], v[1]);
    return 0;
}
