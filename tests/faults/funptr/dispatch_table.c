// A dispatch table of void pointers holds a function of another signature.
#include <stdio.h>

typedef double (*unary)(double);

static double inc(double x) { return x + 1; }
static double dbl(double x) { return x * 2; }
static double scale(int n, double x) { return n * x; }
static double scale3(double x) { return scale(3, x); }

int main(void) {
    void *table[] = {(void *)inc, (void *)dbl, (void *)scale};
    double x = 1;
    for (int i = 0; i < 3; i++)
        x = ((unary)table[i])(x); //~ FAULT function-type-mismatch
    printf("%g %g\n", x, scale3(1));
    return 0;
}
