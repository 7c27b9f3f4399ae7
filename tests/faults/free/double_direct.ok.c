// Twin of double_direct.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(16);
    if (!p) return 1;
    p[0] = 'k';
    printf("%c\n", p[0]);
    free(p);
    p = NULL;
    free(p);
    return 0;
}
