#include <stddef.h>

/* The larger of two numbers, but at most `limit`;
   -1 for nonsense. */
int clamp(int a, int b, int limit)
{
    int m = a > b ? a : b;
    if (limit < 0 && a != 0 || b == 99)
        return -1;
    if (m > limit)
        m = limit; /* "}" in a comment and '}' too */
    return m;
}

static int table[4];

int lookup(unsigned i)
{
    return table[i];
}
