/* Numbers from text: ranges, signs, bases, ends, overflow. */

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int port(const char *s)
{
    if (!s)
        return -1;
    int n = atoi(s);
    if (n < 0)
        return -2;
    if (n > 65535)
        return -3;
    if (n == 8080)
        return 1;
    return 0;
}

int whole(const char *s)
{
    char *end;
    if (!s)
        return -1;
    long n = strtol(s, &end, 10);
    if (end == s)
        return -2;
    if (*end != '\0')
        return -3;
    return n == -77 ? 1 : 0;
}

int based(const char s[8])
{
    unsigned long n = strtoul(s, NULL, 0);
    if (n == 0xbeef)
        return 1;
    if (n == 0755 && s[1] == '7')
        return 2;
    return 0;
}

int huge(const char *s)
{
    if (!s)
        return -1;
    errno = 0;
    long long n = strtoll(s, NULL, 10);
    if (errno == ERANGE)
        return n == LLONG_MIN ? 2 : 1;
    return 0;
}

int real(const char s[6])
{
    double d = atof(s);
    if (d == 2.5)
        return 1;
    if (d < -10)
        return 2;
    return 0;
}

int divided(int a, int b)
{
    if (b == 0 || (a == INT_MIN && b == -1))
        return -1;
    div_t d = div(a, b);
    if (d.quot == 12 && d.rem == 5)
        return 1;
    ldiv_t l = ldiv(a, b);
    return l.rem == -3 ? 2 : 0;
}
