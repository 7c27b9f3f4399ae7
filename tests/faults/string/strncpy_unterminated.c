// strncpy leaves no terminator, strlen runs on.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *id = malloc(8);
    if (!id) return 1;
    strncpy(id, "abcdefghij", 8);
    size_t n = strlen(id); //~ FAULT out-of-bounds
    printf("%zu\n", n);
    free(id);
    return 0;
}
