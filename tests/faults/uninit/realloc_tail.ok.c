// Twin of realloc_tail.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = calloc(4, 1);
    if (!p) return 1;
    char *q = realloc(p, 8);
    if (!q) return 1;
    int zeros = 0;
    for (int i = 0; i < 4; i++)
        if (q[i] == 0)
            zeros++;
    printf("%d\n", zeros >= 2);
    free(q);
    return 0;
}
