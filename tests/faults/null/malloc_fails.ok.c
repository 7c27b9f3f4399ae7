// Twin of malloc_fails.c: the correct form.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    size_t n = 64;
    char *p = malloc(n);
    p[0] = 'a';
    printf("%c\n", p[0]);
    free(p);
    return 0;
}
