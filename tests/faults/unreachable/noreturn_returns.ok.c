// Twin of noreturn_returns.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void fail(int code) { exit(code > 1 ? code : 0); }

int main(int argc, char **argv) {
    (void)argv;
    puts("failing");
    fail(argc);
}
