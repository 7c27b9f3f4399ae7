/* Recursion, direct and mutual. */

int fibonacci(unsigned char n)
{
    if (n < 2)
        return n;
    if (n > 12)
        return -1;
    return fibonacci(n - 1) + fibonacci(n - 2);
}

static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }

int parity(unsigned char n)
{
    if (n > 20)
        return -1;
    return even(n) ? 2 : 1;
}

int gcd(unsigned char a, unsigned char b)
{
    if (b == 0)
        return a;
    int g = gcd(b, a % b);
    if (g == 13)
        return 13;
    return g;
}
