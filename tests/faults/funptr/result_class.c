// A function that returns an int is called as one that returns a double.
#include <stdio.h>

static int count(int n) { return n + 1; }
static double scale(int n) { return n * 1.5; }

int main(void) {
    double (*f)(int) = scale;
    f = (double (*)(int))(void *)count;
    printf("%g\n", f(4)); //~ FAULT function-type-mismatch
    printf("%d %g\n", count(1), scale(1));
    return 0;
}
