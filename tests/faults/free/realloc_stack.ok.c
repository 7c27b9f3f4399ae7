// Twin of realloc_stack.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = strdup("small");
    if (!p) return 1;
    p = realloc(p, 64);
    if (!p) return 1;
    strcat(p, " grown");
    puts(p);
    free(p);
    return 0;
}
