// expect largest: branch full
// expect format: branch full
/* Variadic functions: what they read decides what they get. */
#include <stdarg.h>

int largest(int n, ...)
{
    va_list list;
    int best = 0;
    if (n > 3)
        return -1;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        int v = va_arg(list, int);
        if (v > best)
            best = v;
    }
    va_end(list);
    return best == 4321;
}

int format(char kind, ...)
{
    va_list list;
    int r = 0;
    va_start(list, kind);
    if (kind == 'd')
        r = va_arg(list, int) == -5;
    else if (kind == 'f')
        r = va_arg(list, double) > 2.25 ? 2 : 0;
    else if (kind == 's') {
        const char *s = va_arg(list, const char *);
        r = s && s[0] == 'h' && s[1] == 'i' ? 3 : 0;
    }
    va_end(list);
    return r;
}

static int forwarded(int n, ...)
{
    va_list list;
    va_start(list, n);
    int v = va_arg(list, int);
    va_end(list);
    return v;
}

int forwards(int a)
{
    if (forwarded(1, a + 1) == 100)
        return 1;
    return 0;
}
