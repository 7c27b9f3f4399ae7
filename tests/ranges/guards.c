// range: checked: n is in 0..15
// range: small: c is in 1..9
// range: chosen: x is in 3..20
// range: masked: m is in 0..7
// range: rest: r is in -4..4
// range: below: x is in 1..2147483647
/* What branches, switches and operations say about a value. `below` gets what its callers let through, `any` anything. */

#include <stdlib.h>

static int checked(int n)
{
    return n;
}

static int small(unsigned char c)
{
    return c;
}

static int chosen(int x)
{
    return x;
}

static int masked(unsigned m)
{
    return (int)m;
}

static int rest(long r)
{
    return (int)r;
}

static int below(int x)
{
    return x;
}

static int any(int x)
{
    return x > 0 ? below(x) : 0;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0, sum = 0;
    unsigned char c = (unsigned char)n;
    if (n >= 0 && n < 16)
        sum += checked(n);
    if (c != 0 && c < 10)
        sum += small(c);
    switch (n) {
    case 3:
    case 7:
    case 20:
        sum += chosen(n);
        break;
    default:
        break;
    }
    sum += masked((unsigned)n & 7);
    sum += rest(n % 5);
    return sum + any(n);
}
