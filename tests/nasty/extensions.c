// What gcc and clang take beyond the standard.
static void put_back(int *p) { *p = 0; }

int cleaned(int n)
{
    int kept __attribute__((cleanup(put_back))) = n;
    return kept > 6;
}

int expression(int n)
{
    return ({ int t = n * 2; t > 10 ? t : -1; });
}

int computed(int n)
{
    static const void *const places[] = { &&first, &&second };
    if (n < 0 || n > 1)
        return -1;
    goto *places[n];
first:
    return 10;
second:
    return 20;
}

int elvis(int n) { return n ?: 42; }

int range(int c)
{
    switch (c) {
    case 'a' ... 'f': return c - 'a' + 10;
    case '0' ... '9': return c - '0';
    }
    return -1;
}

int assembled(int n)
{
    int out = n;
    __asm__("" : "+r"(out));
    return n > 3;
}

__typeof__(int) typed(__typeof__(1.0) d) { return d > 2.5; }

int designated(int n)
{
    const int all[] = { [2] = 5, [4 ... 6] = 9 };
    return n >= 0 && n < 7 ? all[n] : -2;
}
