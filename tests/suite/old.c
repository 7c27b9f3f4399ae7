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

/* A `long` where an `int` is expected: a fault that no sanitizer sees, as the call has no prototype. */
static int next_of();

int store(v, n)
long v;
int n;
{
    if (n > 3)
        return next_of(v);
    return n;
}

static int next_of(v)
int v;
{
    return v < 5 ? v + 1 : 0;
}
