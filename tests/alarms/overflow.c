// options: --check signed-overflow
// Signed arithmetic that does not fit; unsigned arithmetic wraps and is right.
int sum(int a, int b)
{
    return a + b; //~ ALARM signed-overflow
}

int sum_right(int a, int b)
{
    if (a > 1000 || a < -1000 || b > 1000 || b < -1000)
        return 0;
    return a + b;
}

long product(long a)
{
    return a * 3; //~ ALARM signed-overflow
}

long product_right(int a)
{
    return a * 3L;
}

int negated(int a)
{
    return -a; //~ ALARM signed-overflow
}

unsigned wraps(unsigned a, unsigned b)
{
    return a * b + 1;
}

int constant(void)
{
    int largest = 2147483647;
    return largest + 1; //~ ALARM signed-overflow
}
