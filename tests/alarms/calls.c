/* Calls through pointers, and one place by two ways. */

int by_pointer(int (*f)(int), int n)
{
    return f(n); //~ ALARM bad-function-pointer
}

int by_guarded(int (*f)(int), int n)
{
    return f ? f(n) : 0;
}

static int read_at(const int *p)
{
    return *p; //~ ALARM null-dereference
}

int two_ways(const int *p, const int *q, int which)
{
    if (which)
        return read_at(p);
    return read_at(q);
}
