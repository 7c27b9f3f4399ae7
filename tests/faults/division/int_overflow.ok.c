// Twin of int_overflow.c: the correct form.
#include <limits.h>
#include <stdio.h>

static int divide(int a, int b) {
    if (a == INT_MIN && b == -1) return INT_MAX;
    return a / b;
}

int main(void) {
    printf("%d\n", divide(-10, -1));
    printf("%d\n", divide(INT_MIN, 2));
    printf("%d\n", divide(INT_MIN, -1));
    return 0;
}
