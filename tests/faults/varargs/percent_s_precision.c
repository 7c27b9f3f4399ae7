// sanitizers: blind
// %s with a precision, of an unterminated array and a precision that is too large.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *field = malloc(6);
    if (!field) return 1;
    memcpy(field, "abcdef", 6);
    int width = 6;
    width = 9;
    printf("[%.*s]\n", width, field); //~ FAULT out-of-bounds
    free(field);
    return 0;
}
