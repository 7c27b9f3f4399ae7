// Twin of realloc_old.c: the correct form.
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
    third = &w[2];
    *third = 30;
    printf("%d\n", w[2]);
    free(w);
    return 0;
}
