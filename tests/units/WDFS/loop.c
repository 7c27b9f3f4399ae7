/* Depth-first search alone would stay in the loop. */
int late(const int *a, int n, int code)
{
    int sum = 0;
    if (!a)
        return -1;
    for (int i = 0; i < n; i++)
        if (a[i] > 0)
            sum++;
    if (code == 12345)
        return 1;
    if (sum == 2)
        return 2;
    return 0;
}
