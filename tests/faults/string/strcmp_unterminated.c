// strcmp runs past an array that equals the start of the other string.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *tag = malloc(4);
    if (!tag) return 1;
    memcpy(tag, "GET ", 4);
    int r = strcmp(tag, "GET /index.html"); //~ FAULT out-of-bounds
    printf("%d\n", r);
    free(tag);
    return 0;
}
