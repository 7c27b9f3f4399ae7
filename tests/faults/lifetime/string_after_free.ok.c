// Twin of string_after_free.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("Ada");
    if (!name) return 1;
    size_t n = strlen(name);
    printf("%s has %zu letters\n", name, n);
    free(name);
    return 0;
}
