/* CONBRIO's Figure 1: `g` guards the table from above, and `b` calls `f` with positive numbers only. */

#include <stdlib.h>

int g(int x)
{
    return x < 5 ? 1 : 0;
}

int h(int x)
{
    return x + 2;
}

int f(int x)
{
    int table[5] = {1, 3, 5, 7, 9}, result;
    if (g(x) != 0)
        result = table[x]; //~ f out-of-bounds false proved
    else
        result = h(x);
    return result;
}

int b(int x)
{
    if (x > 0)
        return f(x);
    return 0;
}

int a1(int x, int y)
{
    if (y > 0)
        return b(x);
    return 0;
}

int a2(int x)
{
    if (x > 0)
        return b(x);
    return 0;
}

int main(int argc, char **argv)
{
    int x = argc > 1 ? atoi(argv[1]) : 0, y = argc > 2 ? atoi(argv[2]) : 0;
    return x > 0 ? a1(x, y) : a2(y);
}
