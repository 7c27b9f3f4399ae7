// Twin of wraps.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

static char peek(const char *base, size_t pos, size_t back) {
    return base[pos - back];
}

int main(void) {
    char *b = calloc(32, 1);
    if (!b) return 1;
    b[2] = 'b';
    printf("%c\n", peek(b, 5, 3));
    free(b);
    return 0;
}
