// sigsetjmp and siglongjmp out of a signal handler.
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf env;
static volatile sig_atomic_t seen;

static void handler(int s) { seen = s == SIGUSR1; siglongjmp(env, 3); }

int main(void) {
    struct sigaction sa = {.sa_handler = handler};
    sigemptyset(&sa.sa_mask);
    sigaction(SIGUSR1, &sa, NULL);
    volatile int round = 0;
    int r = sigsetjmp(env, 1);
    printf("%d %d %d\n", r, (int)seen, round);
    if (++round < 4) raise(SIGUSR1);
    puts("done");
    return 0;
}
