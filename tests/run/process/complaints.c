// err.h and error.h: messages with the program's name, the text of errno, and the exit.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <error.h>
#include <stdarg.h>
#include <stdio.h>

static void own(int with_errno, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    if (with_errno) vwarn(f, ap);
    else vwarnx(f, ap);
    va_end(ap);
}

int main(void) {
    program_invocation_name = "/bin/tool";
    program_invocation_short_name = "tool";
    printf("buffered until error flushes\n");
    warnx("plain %d", 5);
    errno = ENOENT;
    warn("file %s", "x.txt");
    errno = EPERM;
    warn(NULL);
    own(0, "list %c%c", 'a', 'b');
    errno = ERANGE;
    own(1, "list");
    error(0, 0, "no number");
    error(0, EACCES, "with %s", "number");
    error_at_line(0, 0, "file.c", 12, "at a place");
    printf("%u\n", error_message_count);
    errno = EIO;
    err(3, "leaving");
}
