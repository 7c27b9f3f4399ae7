// A constant structure reached over two levels.
#include <stdio.h>

struct inner {
    char code[4];
};
struct outer {
    struct inner *in;
};

static const struct inner fixed = {"abc"};

int main(void) {
    struct outer o = {(struct inner *)&fixed};
    o.in->code[1] = 'X'; //~ FAULT write-to-constant
    puts(o.in->code);
    return 0;
}
