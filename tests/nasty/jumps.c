// Ways out other than a return.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static jmp_buf back;

static void leave(int n)
{
    if (n > 2)
        longjmp(back, n);
}

int caught(int n)
{
    int got = setjmp(back);
    if (got)
        return got;
    leave(n);
    return 0;
}

int ends(int n)
{
    if (n == 5)
        exit(3);
    if (n == 6)
        abort();
    if (n == 7)
        _Exit(4);
    assert(n != 8);
    return n;
}

int falls_off(int n)
{
    if (n > 3)
        return 1;
}

int recursive(int n)
{
    return n <= 0 || n > 5 ? 0 : 1 + recursive(n - 1);
}

unsigned forever(unsigned n)
{
    while (n > 100)
        n++;
    return n;
}
