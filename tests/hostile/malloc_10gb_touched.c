// Asks for 10 GB and touches every page.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(10ul << 30);
    if (!p) { puts("null"); return 0; }
    for (unsigned long i = 0; i < 10ul << 30; i += 4096) p[i] = 1;
    puts("touched");
    free(p);
    return 0;
}
