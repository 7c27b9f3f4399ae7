// expect fill: fault out-of-bounds, branch full
/* The target writes where it must not: the tool goes on. */
int fill(int n, int v)
{
    int a[4] = {0};
    for (int i = 0; i < n; i++)
        a[i] = v;
    if (a[3] == 12)
        return 1;
    return 0;
}
