// The same pointer freed twice.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(16);
    if (!p) return 1;
    p[0] = 'k';
    printf("%c\n", p[0]);
    free(p);
    free(p); //~ FAULT double-free
    return 0;
}
