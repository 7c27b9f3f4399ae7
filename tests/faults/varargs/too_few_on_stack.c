// sanitizers: blind
// The missing argument would lie in the stack area.
#include <stdarg.h>
#include <stdio.h>

static double sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += va_arg(ap, double); //~ FAULT out-of-bounds
    va_end(ap);
    return s;
}

int main(void) {
    double a = sum(10, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0);
    double b = sum(12, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0);
    printf("%g %g\n", a, b);
    return 0;
}
