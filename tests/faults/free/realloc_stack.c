// realloc of a local array.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char first[8] = "small";
    char *p = first;
    p = realloc(p, 64); //~ FAULT invalid-free
    if (!p) return 1;
    strcat(p, " grown");
    puts(p);
    free(p);
    return 0;
}
