// A string of 100,000 pieces built by strcat from the start each time would be slow: this one keeps its end.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    size_t cap = 16, n = 0;
    char *s = malloc(cap);
    if (!s) return 1;
    for (int i = 0; i < 100000; i++) {
        char piece[16];
        int k = sprintf(piece, "%d,", i);
        while (n + (size_t)k + 1 > cap) { char *t = realloc(s, cap *= 2); if (!t) return 1; s = t; }
        memcpy(s + n, piece, (size_t)k + 1);
        n += (size_t)k;
    }
    printf("%zu %s\n", n, s + n - 6);
    free(s);
    return 0;
}
