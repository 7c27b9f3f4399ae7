// Twin of memchr_over_end.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = 10;
    char *b = malloc(n);
    if (!b) return 1;
    memset(b, 'a', n);
    char *hit = memchr(b, 'z', n);
    printf("%s\n", hit ? "yes" : "no");
    free(b);
    return 0;
}
