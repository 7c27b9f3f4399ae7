// An unsigned difference below zero, added to a pointer, wraps round the address space.
#include <stdio.h>
#include <stdlib.h>

static char peek(const char *base, size_t pos, size_t back) {
    return base[pos - back]; //~ FAULT out-of-bounds
}

int main(void) {
    char *b = calloc(32, 1);
    if (!b) return 1;
    b[2] = 'b';
    printf("%c\n", peek(b, 2, 5));
    free(b);
    return 0;
}
