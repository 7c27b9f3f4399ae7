// Twin of double_realloc.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    if (!p) return 1;
    free(p);
    p = NULL;
    char *q = realloc(p, 64);
    if (!q) return 1;
    q[0] = 'q';
    printf("%c\n", q[0]);
    free(q);
    return 0;
}
