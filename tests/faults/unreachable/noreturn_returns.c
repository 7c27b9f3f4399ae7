// A function declared noreturn comes back.
#include <stdio.h>
#include <stdlib.h>

static _Noreturn void fail(int code) { if (code > 1) exit(code); }

int main(int argc, char **argv) {
    (void)argv;
    puts("failing");
    fail(argc); //~ FAULT unreachable
}
