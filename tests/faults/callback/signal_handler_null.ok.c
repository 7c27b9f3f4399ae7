// Twin of signal_handler_null.c: the correct form.
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t *volatile counter;
static volatile sig_atomic_t storage;

static void on_signal(int s) {
    (void)s;
    ++*counter;
}

int main(void) {
    signal(SIGUSR1, on_signal);
    counter = &storage;
    raise(SIGUSR1);
    counter = &storage;
    printf("%d\n", (int)*counter);
    return 0;
}
