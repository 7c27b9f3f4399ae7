// The comparison function reads more than an element.
#include <stdio.h>
#include <stdlib.h>

static int cmp(const void *a, const void *b) {
    long x = *(const long *)a, y = *(const long *)b; //~ FAULT out-of-bounds
    return (x > y) - (x < y);
}

int main(void) {
    _Alignas(8) short v[2] = {9, 4};
    qsort(v, 2, sizeof v[0], cmp);
    printf("%d %d\n", v[0], v[1]);
    return 0;
}
