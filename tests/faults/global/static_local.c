// A static local buffer overflows after several calls.
#include <stdio.h>

static const char *remember(char c) {
    static char seen[8];
    static int n;
    seen[n++] = c; //~ FAULT out-of-bounds
    return seen;
}

int main(void) {
    char first = 0;
    for (char c = 'a'; c <= 'k'; c++)
        first = remember(c)[0];
    printf("%c\n", first);
    return 0;
}
