// _Exit runs nothing and writes no buffers.
#include <stdio.h>
#include <stdlib.h>

static void normal(void) { puts("not run"); }

int main(void) {
    atexit(normal);
    printf("shown\n");
    fflush(stdout);
    printf("lost");
    _Exit(9);
}
