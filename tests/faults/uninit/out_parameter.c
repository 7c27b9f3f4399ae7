// A function fails without setting its out parameter.
#include <stdio.h>

static int parse_digit(const char *s, int *out) {
    if (*s < '0' || *s > '9') return -1;
    *out = *s - '0';
    return 0;
}

int main(void) {
    int v;
    parse_digit("x", &v);
    if (v < 5) //~ UNINIT
        puts("small or large");
    else
        puts("small or large");
    return 0;
}
