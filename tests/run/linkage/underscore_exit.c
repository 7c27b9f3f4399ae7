// _exit: no handlers, no flush of what the program buffered after the explicit flush.
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void handler(void) { puts("never"); }

int main(void) {
    atexit(handler);
    puts("flushed");
    fflush(stdout);
    _exit(5);
}
