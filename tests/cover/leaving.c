/* Decisions that are left half-way: recursion, longjmp, exit, goto out of a statement expression. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf env;

static int recursive(int n) { return n > 0 && (n == 3 || recursive(n - 1)); }

static int throws(int n)
{
    if (n == 2)
        longjmp(env, 1);
    return n;
}

static int half_way(int n)
{
    if (n > 0 && throws(n) && n != 5)
        return 1;
    return 0;
}

static int jumps_out(int n)
{
    for (int i = 0; i < n; i++) {
        if (i >= 0 && ({ if (i == 1) continue; if (i == 3) goto out; i; }) && i < 5)
            n++;
        if (n > 20)
            return n;
    }
out:
    return -n;
}

static void ends(int n)
{
    if (n && throws(n + 3) && (exit(3), n))
        puts("not reached");
    puts("reached?");
}

int main(void)
{
    volatile int t = recursive(5) + recursive(2);
    for (volatile int i = 0; i < 7; i++)
        if (setjmp(env) == 0)
            t += half_way(i);
    t += jumps_out(4) + jumps_out(1);
    printf("%d\n", t);
    ends(1);
    return 0;
}
