/* Nothing is known of a function that `longjmp` comes back to, so `got` may get anything. */

#include <setjmp.h>

static jmp_buf back;

static int got(int n)
{
    return n;
}

int main(void)
{
    int n = 1;
    if (setjmp(back) == 0) {
        n = 2;
        longjmp(back, 1);
    }
    return got(n);
}
