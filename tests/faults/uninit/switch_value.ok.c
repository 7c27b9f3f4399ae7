// Twin of switch_value.c: the correct form.
#include <stdio.h>

struct token {
    int line;
    int kind;
};

static struct token next(int line) {
    struct token t;
    t.line = line;
    t.kind = 2;
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
