// calloc of 4 GB, read here and there: all zero.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    unsigned char *p = calloc(4096, 1 << 20);
    if (!p) { puts("null"); return 0; }
    unsigned s = 0;
    for (unsigned long i = 0; i < 4096ul << 20; i += 64 << 20) s += p[i];
    printf("%u\n", s);
    free(p);
    return (int)s;
}
