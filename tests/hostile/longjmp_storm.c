// A hundred thousand jumps back over several frames.
#include <setjmp.h>
#include <stdio.h>
static jmp_buf env;
static void down(int n) { if (n == 0) longjmp(env, 1); down(n - 1); }
int main(void) {
    volatile long n = 0;
    for (volatile int i = 0; i < 100000; i++) {
        if (setjmp(env)) n++;
        else down(i % 10);
    }
    printf("%ld\n", n);
    return n != 100000;
}
