// sanitizers: blind
// A handler stack keeps a buffer of a parser that is done.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf *handler;

static void fail(void) {
    longjmp(*handler, 7); //~ FAULT invalid-longjmp
}

static jmp_buf storage;

static int parse(const char *s) {
    handler = &storage;
    int code = setjmp(storage);
    if (code) return -code;
    if (*s == '!') fail();
    return *s;
}

int main(void) {
    printf("%d\n", parse("a"));
    printf("%d\n", parse("!"));
    fail();
    return 0;
}
