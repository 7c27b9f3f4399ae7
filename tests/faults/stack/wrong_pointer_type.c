// scanf-like conversion stores a long into an int's place.
#include <stdio.h>

static int parse(const char *s, void *to) {
    long v = 0;
    while (*s >= '0' && *s <= '9')
        v = v * 10 + (*s++ - '0');
    *(long *)to = v; //~ FAULT out-of-bounds
    return 1;
}

int main(void) {
    _Alignas(8) int n = 0;
    parse("1234", &n);
    printf("%d\n", n);
    return 0;
}
