// Handlers run in reverse order; stdout is flushed after them; main's return value is kept.
#include <stdio.h>
#include <stdlib.h>

static int n;
static void one(void) { printf("one %d\n", ++n); }
static void two(void) { printf("two %d\n", ++n); }
static void with_arg(int status, void *arg) { printf("status %d %s\n", status, (char *)arg); }

int main(void) {
    for (int i = 0; i < 40; i++) if (atexit(i % 2 ? one : two)) puts("failed");
    on_exit(with_arg, "arg");
    puts("main");
    return 42;
}
