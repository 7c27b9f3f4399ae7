// Twin of strncpy_unterminated.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *id = malloc(8);
    if (!id) return 1;
    strncpy(id, "abcdefghij", 8);
    id[7] = '\0';
    size_t n = strlen(id);
    printf("%zu\n", n);
    free(id);
    return 0;
}
