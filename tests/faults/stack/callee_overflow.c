// A callee fills more than the caller's array holds.
#include <stdio.h>

static void fill(char *to, int n, char c) {
    while (n-- > 0)
        *to++ = c; //~ FAULT out-of-bounds
}

int main(void) {
    char line[20];
    fill(line, 24, '-');
    line[19] = '\0';
    puts(line);
    return 0;
}
