/* Pointers compared and subtracted, with symbolic distances. */

int walk(unsigned n)
{
    char buf[8] = {0};
    if (n > 8)
        return -1;
    int steps = 0;
    for (char *p = buf; p != buf + n; p++)
        steps++;
    if (steps == 7)
        return 1;
    return 0;
}

int meet(unsigned i, unsigned j)
{
    static int a[16];
    if (i > 16 || j > 16)
        return -1;
    int *p = a + i, *q = a + j;
    if (p == q)
        return 1;
    if (p < q && q - p == 9)
        return 2;
    if (p > q + 11)
        return 3;
    return 0;
}

int null_or_not(int *p, int *q)
{
    if (p == 0)
        return q ? 1 : 2;
    if (q && *p == *q + 1)
        return 3;
    return 0;
}

int strings(const char *s)
{
    const char *end = s;
    if (!s)
        return -1;
    while (*end)
        end++;
    if (end - s == 3 && s[0] == 'a' && end[-1] == 'z')
        return 1;
    return 0;
}
