// A decoder trusts the length in the lead byte.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned decode(const unsigned char *s) {
    if (s[0] < 0x80) return s[0];
    int more = s[0] >= 0xe0 ? 2 : 1;
    unsigned c = s[0] & (more == 2 ? 0x0f : 0x1f);
    while (more-- > 0)
        c = c << 6 | (*++s & 0x3f); //~ FAULT out-of-bounds
    return c;
}

int main(void) {
    const char *text = "\xe2\x82";
    size_t n = strlen(text);
    unsigned char *copy = malloc(n);
    if (!copy) return 1;
    memcpy(copy, text, n);
    printf("U+%04X\n", decode(copy));
    free(copy);
    return 0;
}
