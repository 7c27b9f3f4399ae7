// A signal handler follows a pointer that is not set yet.
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t *volatile counter;
static volatile sig_atomic_t storage;

static void on_signal(int s) {
    (void)s;
    ++*counter; //~ FAULT null-dereference
}

int main(void) {
    signal(SIGUSR1, on_signal);
    raise(SIGUSR1);
    counter = &storage;
    printf("%d\n", (int)*counter);
    return 0;
}
