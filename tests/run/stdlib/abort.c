// abort: the process dies of SIGABRT; buffered standard output is lost, standard error is not.
#include <stdio.h>
#include <stdlib.h>

static void handler(void) { fputs("atexit must not run\n", stderr); }

int main(void) {
    atexit(handler);
    fputs("before\n", stderr);
    abort();
}
