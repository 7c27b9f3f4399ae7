// options: --check lossy-conversion
// Conversions to fewer bits: a value that fits, be it as signed or as unsigned, is kept.
unsigned char low(int a)
{
    return (unsigned char)a; //~ ALARM lossy-conversion
}

unsigned char low_right(int a)
{
    return (unsigned char)(a & 0xff);
}

int narrow(long long n)
{
    int i = n; //~ ALARM lossy-conversion
    return i / 2;
}

int narrow_right(long long n)
{
    if (n > 1000 || n < -1000)
        return 0;
    return (int)n;
}

short constant(void)
{
    long large = 70000;
    return (short)large; //~ ALARM lossy-conversion
}
