// Twin of static_local.c: the correct form.
#include <stdio.h>

static const char *remember(char c) {
    static char seen[8];
    static int n;
    if (n < 7)
        seen[n++] = c;
    return seen;
}

int main(void) {
    char first = 0;
    for (char c = 'a'; c <= 'k'; c++)
        first = remember(c)[0];
    printf("%c\n", first);
    return 0;
}
