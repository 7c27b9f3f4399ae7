// strdup of bytes without a terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char raw[6];
    for (int i = 0; i < 6; i++)
        raw[i] = (char)('u' + i);
    char *copy = strdup(raw); //~ FAULT out-of-bounds
    if (!copy) return 1;
    puts(copy);
    free(copy);
    return 0;
}
