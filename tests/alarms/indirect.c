// options: --check function-type-mismatch
// Calls through pointers of another type, also where nothing breaks at once.
typedef int (*binary)(int, int);
typedef void (*nothing)(int, int);
typedef long (*wide)(int, int);

static int add(int a, int b)
{
    return a / 2 + b / 2;
}

static int length(const char *s)
{
    return s ? s[0] : 0;
}

int right(int a)
{
    binary f = add;
    return f(a, 1);
}

void ignored(int a)
{
    nothing f = (nothing)add;
    f(a, 1); //~ ALARM function-type-mismatch
}

int wider(int a)
{
    wide f = (wide)add;
    f(a, 1); //~ ALARM function-type-mismatch
    return 0;
}

int number_as_pointer(long a)
{
    int (*f)(long) = (int (*)(long))length;
    return f(a); //~ ALARM function-type-mismatch
}
