// A handler that raises its own signal again, unmasked.
#define _GNU_SOURCE
#include <signal.h>
static void handler(int s) { raise(s); }
int main(void) {
    struct sigaction sa = {.sa_handler = handler, .sa_flags = SA_NODEFER};
    sigaction(SIGUSR1, &sa, 0);
    raise(SIGUSR1);
    return 0;
}
