// A function that takes a double is called with an int.
#include <stdio.h>

static int half(double x) { return (int)(x / 2); }
static int dec(int x) { return x - 1; }

int main(void) {
    int (*f)(int) = dec;
    f = (int (*)(int))(void *)half;
    printf("%d\n", f(10)); //~ FAULT function-type-mismatch
    printf("%d %d\n", half(8.0), dec(1));
    return 0;
}
