/* Divisions by zero and of the smallest number by -1. */
#include <limits.h>

int by_zero(unsigned n, unsigned d)
{
    return n / d; //~ ALARM division-by-zero
}

int by_nothing(unsigned n, unsigned d)
{
    return d ? n / d : 0;
}

int too_small(int n, int d)
{
    if (d == 0)
        return 0;
    return n / d; //~ ALARM division-overflow
}

int right(int n, int d)
{
    if (d == 0 || (n == INT_MIN && d == -1))
        return 0;
    return n / d;
}

int both(int n, int d)
{
    return n % d; //~ ALARM division-by-zero division-overflow
}
