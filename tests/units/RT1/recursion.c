// steps: 20000
int deep(int n)
{
    if (n == 0)
        return 0;
    if (n == 5)
        return 1;
    return deep(n - 1);
}
