// sanitizers: blind
// qsort is given a function with one parameter.
#include <stdio.h>
#include <stdlib.h>

typedef int (*compare)(const void *, const void *);

static int key(const void *a) { return *(const int *)a; }
static int up(const void *a, const void *b) { return key(a) - key(b); }

int main(void) {
    int v[4] = {4, 2, 3, 1};
    compare c = up;
    c = (compare)(void *)key;
    qsort(v, 4, sizeof v[0], c); //~ FAULT function-type-mismatch
    printf("%d%d%d%d\n", v[0], v[1], v[2], v[3]);
    return up(v, v);
}
