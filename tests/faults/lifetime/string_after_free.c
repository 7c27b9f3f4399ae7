// printf %s of a freed string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *name = strdup("Ada");
    if (!name) return 1;
    size_t n = strlen(name);
    free(name);
    printf("%s has %zu letters\n", name, n); //~ FAULT use-after-free
    return 0;
}
