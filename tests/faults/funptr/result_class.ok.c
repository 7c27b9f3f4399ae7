// Twin of result_class.c: the correct form.
#include <stdio.h>

static int count(int n) { return n + 1; }
static double scale(int n) { return n * 1.5; }

int main(void) {
    double (*f)(int) = scale;
    printf("%g\n", f(4));
    printf("%d %g\n", count(1), scale(1));
    return 0;
}
