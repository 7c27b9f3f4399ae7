// Twin of qsort_null.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

static int up(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int v[3] = {3, 1, 2};
    int (*cmp)(const void *, const void *) = NULL;
    cmp = up;
    qsort(v, 3, sizeof v[0], cmp);
    printf("%d\n", v[0] + 0 * up(v, v));
    return 0;
}
