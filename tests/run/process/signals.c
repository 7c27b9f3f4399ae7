// signal and raise: handlers, SIG_IGN, SIG_DFL, return values, nested signals, sigaction, masks.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t count, last, nested;
static void handler(int s) { count++; last = s; }
static void outer(int s) { (void)s; raise(SIGUSR2); nested = count; }
static void info(int s, siginfo_t *i, void *c) { (void)c; last = s == i->si_signo; }

int main(void) {
    printf("%d\n", signal(SIGINT, handler) == SIG_DFL);
    printf("%d %d\n", raise(SIGINT), (int)count);
    raise(SIGINT);
    printf("%d %d\n", (int)count, last == SIGINT);
    printf("%d\n", signal(SIGTERM, SIG_IGN) == SIG_DFL);
    printf("%d\n", raise(SIGTERM));
    signal(SIGUSR2, handler);
    signal(SIGUSR1, outer);
    raise(SIGUSR1);
    printf("%d\n", (int)nested);
    struct sigaction sa = {.sa_sigaction = info, .sa_flags = SA_SIGINFO};
    sigemptyset(&sa.sa_mask);
    printf("%d\n", sigaction(SIGUSR1, &sa, NULL));
    raise(SIGUSR1);
    printf("%d\n", (int)last);
    sigset_t set, old, pending;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    printf("%d %d\n", sigismember(&set, SIGINT), sigismember(&set, SIGTERM));
    sigprocmask(SIG_BLOCK, &set, &old);
    raise(SIGINT);
    sigpending(&pending);
    printf("%d %d\n", (int)count, sigismember(&pending, SIGINT));
    sigprocmask(SIG_SETMASK, &old, NULL);
    printf("%d\n", (int)count);
    printf("%d\n", signal(SIGINT, SIG_DFL) == handler);
    printf("%d\n", signal(9999, handler) == SIG_ERR);
    kill(getpid(), SIGUSR2);
    printf("%d\n", (int)count);
    return 0;
}
