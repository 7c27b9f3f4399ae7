// A second pointer to the same block survives the free.
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
    free(a);
    printf("%c\n", b[2]); //~ FAULT use-after-free
    return 0;
}
