// options: --bound elements=1 --bound bytes=1
/* However small the bounds are, they prove nothing. */

int element(const int *p, int i)
{
    if (!p)
        return -1;
    if (p[i] == 7 && i == 3) /* hard: second true */
        return 1; /* hard: code */
    return 0;
}

int character(const char *s)
{
    if (!s)
        return -1;
    if (s[1] == 'x')
        return 1;
    return 0;
}
