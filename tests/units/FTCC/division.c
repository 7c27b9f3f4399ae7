// expect rate: fault division-by-zero, branch full
/* The first run, all zero, divides by zero. */
int rate(int total, int parts)
{
    int each = total / parts;
    if (each > 10)
        return 2;
    if (each < 0)
        return -1;
    return 1;
}
