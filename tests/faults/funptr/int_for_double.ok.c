// Twin of int_for_double.c: the correct form.
#include <stdio.h>

static int half(double x) { return (int)(x / 2); }
static int dec(int x) { return x - 1; }

int main(void) {
    int (*f)(int) = dec;
    printf("%d\n", f(10));
    printf("%d %d\n", half(8.0), dec(1));
    return 0;
}
