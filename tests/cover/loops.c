/* Loops of every kind, with one condition and with several. */
#include <stdio.h>

static int next(int *n) { return (*n)--; }

static int plain(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += i;
    while (n > 0) {
        s += n;
        n--;
    }
    do {
        s++;
    } while (s < 10);
    return s;
}

static int compound(int n, int m)
{
    int s = 0;
    for (int i = 0; i < n && i != m; i++)
        s += i;
    while (n && next(&m) > 0)
        n--;
    do
        s++;
    while (s < 10 && m > -5 && s != n);
    while (!(s < 3))
        s--;
    return s + n;
}

static int leaving(int n)
{
    int s = 0;
    for (;;) {
        if (s > n)
            break;
        s += 2;
        if (s & 4)
            continue;
        s++;
    }
    while (1) {
        if (s-- == 0)
            return s;
        if (s == 3)
            goto out;
    }
out:
    return s * 2;
}

static int once(int n)
{
    do {
        if (n == 3)
            break;
        n++;
    } while (0);
    return n;
}

static int by_goto(int n)
{
    int s = 0;
again:
    s += n;
    if (n-- > 0 && s < 100)
        goto again;
    return s;
}

static void duff(char *to, const char *from, int count)
{
    int n = (count + 3) / 4;
    switch (count % 4) {
    case 0:
        do {
            *to++ = *from++;
    case 3:
            *to++ = *from++;
    case 2:
            *to++ = *from++;
    case 1:
            *to++ = *from++;
        } while (--n > 0);
    }
}

int main(void)
{
    char buffer[20];
    duff(buffer, "hello, world", 13);
    printf("%d %d %d %d %d %d %s\n", plain(3), compound(4, 2), leaving(5), leaving(0), once(1), by_goto(4), buffer);
    return 0;
}
