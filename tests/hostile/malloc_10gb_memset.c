// One call of memset over 10 GB: a single step for an interpreter, a lot of memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(10ul << 30);
    if (!p) { puts("null"); return 0; }
    memset(p, 1, 10ul << 30);
    puts("set");
    free(p);
    return 0;
}
