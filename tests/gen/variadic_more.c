// expect sum: faults 0, reason a run was cut
// expect five: faults 0
// expect mixed: branch full
// expect inner: fault out-of-bounds
/* More unnamed arguments than the driver gives: what comes then is not known, and no fault. */
#include <stdarg.h>

int sum(int n, ...)
{
    va_list list;
    int s = 0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += va_arg(list, int);
    va_end(list);
    if (n == 8 && s == 5)
        return 1;
    if (n > 30)   /* hard: true */
        return 2; /* hard: code */
    return 0;
}

int five(int n, ...)
{
    va_list list;
    int r = 0;
    va_start(list, n);
    if (va_arg(list, int) == 1 && va_arg(list, int) == 2 && va_arg(list, int) == 3 && va_arg(list, int) == 4 &&
        va_arg(list, int) == 5 && va_arg(list, int) == 6)
        r = 1;
    va_end(list);
    return r;
}

int mixed(int n, ...)
{
    va_list list;
    va_start(list, n);
    long long v = n ? va_arg(list, long long) : 0;
    double d = va_arg(list, double);
    va_end(list);
    if (v == 0x123456789ll)
        return 1;
    if (d == 0.5)
        return 2;
    return 0;
}

/* Here the caller is known. */
static int takes_two(int n, ...)
{
    va_list list;
    va_start(list, n);
    int a = va_arg(list, int), b = va_arg(list, int);
    va_end(list);
    return a + b;
}

int inner(int a)
{
    return takes_two(1, a);
}
