// The process ends by a signal it raised itself; unflushed output is lost.
#include <signal.h>
#include <stdio.h>

int main(void) {
    fputs("dying\n", stderr);
    printf("lost");
    signal(SIGTERM, SIG_DFL);
    raise(SIGTERM);
    puts("never");
    return 0;
}
