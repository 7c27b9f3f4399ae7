// INT_MIN / -1.
#include <limits.h>
#include <stdio.h>

static int divide(int a, int b) {
    return a / b; //~ FAULT division-overflow
}

int main(void) {
    printf("%d\n", divide(-10, -1));
    printf("%d\n", divide(INT_MIN, 2));
    printf("%d\n", divide(INT_MIN, -1));
    return 0;
}
