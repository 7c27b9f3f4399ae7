// The block was made smaller by realloc, the old length is still used.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = 32;
    int *v = malloc(n * sizeof *v);
    if (!v) return 1;
    for (int i = 0; i < n; i++)
        v[i] = i;
    int *w = realloc(v, 8 * sizeof *w);
    if (!w) return 1;
    int s = 0;
    for (int i = 0; i < n; i++)
        s += w[i]; //~ FAULT out-of-bounds
    printf("%d\n", s);
    free(w);
    return 0;
}
