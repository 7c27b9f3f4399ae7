// realloc of a block that was freed.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    if (!p) return 1;
    free(p);
    char *q = realloc(p, 64); //~ FAULT double-free
    if (!q) return 1;
    q[0] = 'q';
    printf("%c\n", q[0]);
    free(q);
    return 0;
}
