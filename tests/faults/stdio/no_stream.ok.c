// The stream inside the structure is passed.
#include <stdio.h>
#include <stdlib.h>

struct log { FILE *file; int level; };

static void say(void *to, const char *what) {
    fputs(what, to);
}

int main(void) {
    struct log *log = calloc(1, sizeof *log);
    if (!log) return 1;
    log->file = stdout;
    say(log->file, "first\n");
    say(log->file, "second\n");
    free(log);
    return 0;
}
