/* Conditions as values and the conditional operator. */

int as_value(int a, int b)
{
    int x = a && b;
    int y = a > 10 || b < -10;
    return x * 2 + y;
}

int negated(int a, int b, int c)
{
    int x = !(a && b) || c;
    return x;
}

int choice(int a, int b)
{
    int m = a > b ? a : b;
    return m > 100 ? m == 123 ? 2 : 1 : 0;
}

_Bool returned(unsigned char a, unsigned char b) { return a == 200 && (b > a || b == 3); }

int argument(int a, int b) { return negated(a < b, a == 7, a ? b == 2 : b == 3); }

int summed(int a, int b, int c) { return (a == 1) + (b == 2) + (c == 3) == 2; }
