// The search for a separator walks below the start of the buffer.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *base_name(const char *path, size_t len) {
    const char *p = path + len;
    while (*--p != '/') //~ FAULT out-of-bounds
        ;
    return p + 1;
}

int main(void) {
    char *path = malloc(9);
    if (!path) return 1;
    memcpy(path, "plain.txt", 9);
    printf("%.9s\n", base_name(path, 9));
    free(path);
    return 0;
}
