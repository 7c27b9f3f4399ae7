// quick_exit runs its own handlers and writes no buffers.
#include <stdio.h>
#include <stdlib.h>

static void normal(void) { puts("not run"); }
static void one(void) { fprintf(stderr, "one\n"); }
static void two(void) { fprintf(stderr, "two\n"); }

int main(void) {
    atexit(normal);
    at_quick_exit(one);
    at_quick_exit(two);
    printf("buffered and lost");
    quick_exit(7);
}
