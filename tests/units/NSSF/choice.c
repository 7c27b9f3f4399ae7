/* One stream or another. */

#include <stdio.h>

int pick(FILE *a, FILE *b, int which)
{
    FILE *f = which ? a : b;
    if (!f)
        return -1;
    int x = getc(f), y = getc(f);
    if (x == 'u' && y == 'v')
        return which ? 1 : 2;
    return 0;
}

int same(FILE *a, FILE *b)
{
    if (!a || !b)
        return -1;
    int x, y;
    do {
        x = getc(a);
        y = getc(b);
        if (x != y)
            return 0;
    } while (x != EOF);
    return 1;
}
