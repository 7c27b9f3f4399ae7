// sanitizers: no-line
// A function pointer that was moved by one.
#include <stdint.h>
#include <stdio.h>

static int twice(int x) { return x * 2; }

int main(void) {
    uintptr_t a = (uintptr_t)&twice;
    a += 1;
    int (*f)(int) = (int (*)(int))a;
    printf("%d\n", f(21)); //~ FAULT bad-function-pointer
    return 0;
}
