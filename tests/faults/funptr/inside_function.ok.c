// Twin of inside_function.c: the correct form.
#include <stdint.h>
#include <stdio.h>

static int twice(int x) { return x * 2; }

int main(void) {
    uintptr_t a = (uintptr_t)&twice;
    int (*f)(int) = (int (*)(int))a;
    printf("%d\n", f(21));
    return 0;
}
