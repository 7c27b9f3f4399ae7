int distance(int i, int j)
{
    static short a[32];
    if (i < 0 || i > 31 || j < 0 || j > 31)
        return -1;
    short *p = &a[i], *q = &a[j];
    if (p == q)
        return 0;
    if (p - q == 13)
        return 1;
    return p < q ? 2 : 3;
}
