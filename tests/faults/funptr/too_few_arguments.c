// A two-parameter function called with one argument.
#include <stdio.h>

static int area(int w, int h) { return w * h; }
static int square(int w) { return w * w; }

int main(void) {
    int (*f)(int) = (int (*)(int))area;
    printf("%d\n", f(3)); //~ FAULT function-type-mismatch
    printf("%d %d\n", area(2, 3), square(4));
    return 0;
}
