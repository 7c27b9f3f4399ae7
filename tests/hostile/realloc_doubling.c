// A block that doubles until it cannot.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    size_t n = 1;
    char *p = malloc(n);
    for (char *q; (q = realloc(p, n * 2)); p = q) { n *= 2; q[n - 1] = 1; }
    puts("stopped");
    free(p);
    return 0;
}
