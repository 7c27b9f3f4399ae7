// Twin of alias.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *cache;

static char *intern(const char *s) {
    if (!cache) cache = strdup(s);
    return cache;
}

int main(void) {
    char *a = intern("shared");
    char *b = intern("shared");
    if (!a || !b) return 1;
    printf("%c\n", b[2]);
    free(a);
    return 0;
}
