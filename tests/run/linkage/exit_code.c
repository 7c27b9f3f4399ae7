// exit from a nested call: buffered output, atexit handlers, and the status.
#include <stdio.h>
#include <stdlib.h>

static void last(void) { puts("last"); }
static void deep(int n) { if (n == 0) exit(300); deep(n - 1); }

int main(void) {
    atexit(last);
    printf("no newline yet");
    fprintf(stderr, "to stderr\n");
    deep(10);
    return 1;
}
