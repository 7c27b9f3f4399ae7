// The old pointer is used after realloc moved the block.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *v = malloc(4 * sizeof *v);
    if (!v) return 1;
    for (int i = 0; i < 4; i++)
        v[i] = i + 1;
    int *third = &v[2];
    int *w = realloc(v, 4000 * sizeof *w);
    if (!w) return 1;
    *third = 30; //~ FAULT use-after-free
    printf("%d\n", w[2]);
    free(w);
    return 0;
}
