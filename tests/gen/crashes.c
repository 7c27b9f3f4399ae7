// expect divides: fault division-by-zero
// expect follows: fault null-dereference
// expect outside: fault out-of-bounds
// expect later: fault division-by-zero
/* The first run, all zero, crashes; the search goes on from it. */

int divides(int a, int b)
{
    int q = 100 / a;
    if (q == 7)
        return 1;
    if (b == q)
        return 2;
    return 0;
}

int follows(const int *p)
{
    if (*p == 55)
        return 1;
    return 0;
}

int outside(unsigned i)
{
    int a[4] = {1, 2, 3, 4};
    if (a[i + 7] == 3)
        return 1;
    return 0;
}

int later(int a, int b)
{
    if (a > 50)
        return 60 / (b - 6) == 30;
    return b == 6;
}
