// sanitizers: blind
// A structure of the program is passed for a stream.
#include <stdio.h>
#include <stdlib.h>

struct log { FILE *file; int level; };

static void say(void *to, const char *what) {
    fputs(what, to); //~ FAULT bad-argument
}

int main(void) {
    struct log *log = calloc(1, sizeof *log + 300);
    if (!log) return 1;
    log->file = stdout;
    say(log->file, "first\n");
    say(log, "second\n");
    free(log);
    return 0;
}
