/* As C was: what is generated must be, too. */

int classify(s, n)
char *s;
unsigned short n;
{
    int i;
    for (i = 0; i < n && i < 3; i++)
        if (s[i] == '?')
            return i;
    return -1;
}

static double half(double x) { return x < 0 ? -x / 2 : x / 2; }

long twice(long x)
{
    if (half((double)x) > 100)
        return 0;
    return 2 * x;
}
