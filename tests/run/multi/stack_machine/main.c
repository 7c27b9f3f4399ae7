// A small program in four files: lexer, parser to byte code, virtual machine.
#include <stdio.h>
#include "vm.h"

int main(void) {
    static const char *programs[] = {"1+2*3", "(4-6)*-5/2", "2*(3+(7-2)*2)%9", "10/(2-2)", "3+", "((1))"};
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
        struct code c = {0};
        const char *err = compile(programs[i], &c);
        if (err) { printf("%s: %s\n", programs[i], err); continue; }
        long result = 0;
        err = execute(&c, &result);
        if (err) printf("%s: %s\n", programs[i], err);
        else printf("%s = %ld (%d ops, depth %d)\n", programs[i], result, c.n, max_depth);
    }
    return 0;
}
