// options: --no-relations
// expect sum: fault out-of-bounds
/* Without relations an object may be shorter than it is said to be. */
int sum(const int *a, int n)
{
    int s = 0;
    if (!a || n > 3)
        return -1;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s == 5;
}
