// Twin of inner_pointer.c: the correct form.
#include <stdio.h>

struct inner {
    char code[4];
};
struct outer {
    struct inner *in;
};

static struct inner fixed = {"abc"};

int main(void) {
    struct outer o = {(struct inner *)&fixed};
    o.in->code[1] = 'X';
    puts(o.in->code);
    return 0;
}
