/* The same, but `b` lets negative numbers through, and `main` makes them. */

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
        result = table[x]; //~ f out-of-bounds confirmed native; b out-of-bounds confirmed native; a1 out-of-bounds confirmed native; main out-of-bounds confirmed native
    else
        result = h(x);
    return result;
}

int b(int x)
{
    if (x != 0)
        return f(x);
    return 0;
}

int a1(int x, int y)
{
    if (y > 0)
        return b(x - 10);
    return 0;
}

int a2(int x)
{
    if (x != 7)
        return b(x);
    return 0;
}

int main(int argc, char **argv)
{
    int x = argc > 1 ? atoi(argv[1]) : 0, y = argc > 2 ? atoi(argv[2]) : 0;
    return x > 0 ? a1(x, y) : a2(y);
}
