// The old pointer is freed after realloc gave a new one.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(8);
    if (!a) return 1;
    char *b = realloc(a, 5000);
    if (!b) return 1;
    b[4999] = 'z';
    printf("%c\n", b[4999]);
    free(a); //~ FAULT double-free
    free(b);
    return 0;
}
