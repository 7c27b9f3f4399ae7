// memchr for a byte that is not there, with a length that is too large.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = 10;
    char *b = malloc(n);
    if (!b) return 1;
    memset(b, 'a', n);
    n += 6;
    char *hit = memchr(b, 'z', n); //~ FAULT out-of-bounds
    printf("%s\n", hit ? "yes" : "no");
    free(b);
    return 0;
}
