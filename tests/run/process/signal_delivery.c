// Delivery in detail: masks during handlers, one-shot handlers, pending signals and their order, sigsuspend, sigwait.
#define _GNU_SOURCE
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t depth, deepest;
static char log_[200];
static sigjmp_buf back;

static void note(int s) { log_[strlen(log_)] = s == SIGUSR1 ? '1' : s == SIGUSR2 ? '2' : s == SIGTERM ? 'T' : '?'; }
static void handler(int s) {
    note(s);
    if (++depth > deepest) deepest = depth;
    if (s == SIGUSR1 && strlen(log_) < 4) raise(SIGUSR1), raise(SIGUSR2);
    depth--;
}
static void jumper(int s) { siglongjmp(back, s); }
static void show(const char *what) {
    printf("%s: %s %d\n", what, log_, (int)deepest);
    memset(log_, 0, sizeof log_);
    deepest = 0;
}
static int blocked(int s) {
    sigset_t m;
    sigprocmask(SIG_SETMASK, NULL, &m);
    return sigismember(&m, s);
}

int main(void) {
    struct sigaction sa, old;
    memset(&sa, 0, sizeof sa);
    sa.sa_handler = handler;
    sigaction(SIGUSR1, &sa, NULL);
    sigaction(SIGUSR2, &sa, NULL);
    sigaction(SIGTERM, &sa, NULL);
    raise(SIGUSR1);
    show("own signal waits");
    sa.sa_flags = SA_NODEFER;
    sigaction(SIGUSR1, &sa, &old);
    printf("%d %d\n", old.sa_handler == handler, old.sa_flags & SA_NODEFER);
    raise(SIGUSR1);
    show("not deferred");
    sa.sa_flags = SA_RESETHAND;
    sigaction(SIGUSR1, &sa, NULL);
    sigset_t set, previous, pending;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    sigaddset(&set, SIGTERM);
    sigprocmask(SIG_BLOCK, &set, &previous);
    raise(SIGTERM);
    raise(SIGUSR2);
    raise(SIGUSR2);
    sigpending(&pending);
    printf("%d%d%d %s\n", sigismember(&pending, SIGUSR1), sigismember(&pending, SIGUSR2), sigismember(&pending, SIGTERM), log_);
    sigprocmask(SIG_SETMASK, &previous, NULL);
    show("released");
    sigaction(SIGUSR1, NULL, &old);
    printf("%d\n", old.sa_handler == handler);
    signal(SIGUSR1, jumper);
    if (sigsetjmp(back, 1) == 0) {
        raise(SIGUSR1);
        puts("not here");
    }
    printf("mask restored %d\n", blocked(SIGUSR1));
    if (sigsetjmp(back, 0) == 0) raise(SIGUSR1);
    printf("mask kept %d\n", blocked(SIGUSR1));
    sigprocmask(SIG_SETMASK, &previous, NULL);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGUSR2);
    int got = 0;
    printf("%d ", sigwait(&set, &got));
    printf("%d %s\n", got == SIGUSR2, log_);
    raise(SIGTERM);
    sigset_t open;
    sigfillset(&open);
    sigdelset(&open, SIGTERM);
    printf("%d ", sigsuspend(&open));
    printf("%d %s %d\n", errno == EINTR, log_, blocked(SIGTERM));
    errno = 0;
    printf("%d %d ", signal(SIGKILL, handler) == SIG_ERR, errno == EINVAL);
    printf("%d %d ", sigaddset(&set, 0), sigaddset(&set, 65));
    printf("%d %d\n", raise(0), kill(getpid(), 0));
    printf("%d\n", raise(200));
    signal(SIGCHLD, SIG_DFL);
    printf("%d\n", raise(SIGCHLD));
    psignal(SIGSEGV, "text");
    return 0;
}
