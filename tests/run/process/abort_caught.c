// A SIGABRT handler runs before abort ends the process.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void on_abort(int s) {
    (void)s;
    static const char m[] = "handler\n";
    if (write(2, m, sizeof m - 1) < 0) _exit(9);
    _exit(3);
}

int main(void) {
    signal(SIGABRT, on_abort);
    abort();
}
