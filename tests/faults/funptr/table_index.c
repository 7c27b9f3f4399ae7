// An index past a table of functions.
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }

static int (*const op[])(int, int) = {add, sub, mul};

static int eval(unsigned code, int a, int b) {
    return op[code](a, b); //~ FAULT out-of-bounds
}

int main(void) {
    for (unsigned c = 0; c < 4; c++)
        printf("%d\n", eval(c, 6, 3));
    return 0;
}
