/* Symbolic sizes: malloc, memcpy, memset, arrays of variable length. */

#include <stdlib.h>
#include <string.h>

int blocks(unsigned n)
{
    if (n == 0 || n > 64)
        return -1;
    char *p = malloc(n);
    if (!p) /* hard: false */
        return -2; /* hard: code */
    p[n - 1] = 7;
    int r = 0;
    if (n == 37)
        r = 1;
    else if (n > 60 && p[n - 1] == 7) /* dead: second false */
        r = 2;
    free(p);
    return r;
}

int copied(const char from[16], unsigned n)
{
    char to[16];
    memset(to, 'x', 16);
    if (n > 16)
        return -1;
    memcpy(to, from, n);
    if (to[10] == 'q' && to[11] == 'x')
        return 1;
    if (n > 3 && to[3] == 'r')
        return 2;
    return 0;
}

int variable(int n)
{
    if (n < 1 || n > 20)
        return -1;
    int a[n];
    for (int i = 0; i < n; i++)
        a[i] = i * i;
    if (sizeof a == 28)
        return 1;
    if (a[n - 1] == 121)
        return 2;
    return 0;
}

int filled(unsigned char c, unsigned n)
{
    unsigned char a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    if (n > 8)
        return -1;
    memset(a, c, n);
    if (a[4] == 99 && a[5] == 6)
        return 1;
    return 0;
}
