// Doubly recursive Fibonacci: nothing but calls and returns.
#include <stdio.h>

static unsigned fib(unsigned n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(void) {
    printf("fib %u\n", fib(37));
    return 0;
}
