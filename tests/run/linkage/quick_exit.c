// quick_exit runs its own handlers only; the unflushed output is lost as natively.
#include <stdio.h>
#include <stdlib.h>

static void normal(void) { puts("normal"); }
static void quick(void) { fputs("quick\n", stderr); }

int main(void) {
    atexit(normal);
    at_quick_exit(quick);
    fputs("shown\n", stderr);
    quick_exit(7);
}
