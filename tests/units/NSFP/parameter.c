/* Function pointers: those of the program with that type, unknown ones, null. */
static int twice(int x) { return 2 * x; }
static int minus(int x) { return -x; }
int (*used[])(int) = {twice, minus};

int apply(int (*f)(int), int x)
{
    if (!f)
        return -1;
    if (f == minus)
        return 3;
    if (f(x) == 84)
        return 1;
    return 0;
}
