// A switch on a value that was never set.
// FIXME: the struct travels from `next` in a register, which does not carry "unwritten"; so nothing is recorded.
#include <stdio.h>

struct token {
    int line;
    int kind;
};

static struct token next(int line) {
    struct token t;
    t.line = line;
    return t;
}

int main(void) {
    struct token t = next(4);
    switch (t.kind) {
    case 1: puts("word or number"); break;
    default: puts("word or number");
    }
    return 0;
}
