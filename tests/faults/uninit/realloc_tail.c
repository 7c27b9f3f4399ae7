// The new part of a block enlarged by realloc has no value.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = calloc(4, 1);
    if (!p) return 1;
    char *q = realloc(p, 8);
    if (!q) return 1;
    int zeros = 0;
    for (int i = 2; i < 6; i++)
        if (q[i] == 0) //~ UNINIT
            zeros++;
    printf("%d\n", zeros >= 2);
    free(q);
    return 0;
}
