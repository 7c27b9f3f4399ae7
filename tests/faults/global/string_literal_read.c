// Reading past the terminator of a string literal.
#include <stdio.h>

static int digit(const char *s, int i) {
    return s[i] - '0'; //~ FAULT out-of-bounds
}

int main(void) {
    const char *pi = "31415926";
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += digit(pi, i);
    printf("%d\n", s);
    return 0;
}
