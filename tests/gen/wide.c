/* 64-bit and mixed-sign arithmetic. */

int mixed(int s, unsigned u)
{
    if (s < 0 && s > u) /* s becomes unsigned */
        return 1;
    if (s >= 0 && (long long)s - u < -4000000000LL)
        return 2;
    return 0;
}

int wide(long long a, long long b)
{
    if (a > 0x100000000LL && b == -3 && a + b == 0x1FFFFFFFELL)
        return 1;
    if (a * 3 == 0x123456789ABLL)
        return 2;
    return 0;
}

int narrow(unsigned long v, signed char c)
{
    if ((unsigned char)v == (unsigned char)c && c == -1 && v > 0xFFFFFFFFul)
        return 1;
    if ((int)v < 0 && (long)v > 0)
        return 2;
    if ((short)(c * 300) == -31636)
        return 3;
    return 0;
}

int huge(unsigned __int128 v)
{
    if (v >> 100 == 7 && (unsigned)v == 12345)
        return 1;
    return 0;
}

int divided(int a, int b)
{
    if (b == 0 || (a == -2147483647 - 1 && b == -1))
        return -1;
    if (a / b == -12 && a % b == -5)
        return 1;
    if (a % b == 3 && b < 0)
        return 2;
    return 0;
}
