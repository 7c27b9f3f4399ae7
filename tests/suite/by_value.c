/* A struct that goes by value to a function nobody defines is read by the call; unnamed arguments in registers and on the stack. */
#include <stdarg.h>

struct mark { long index, line, column; };
struct parser { struct mark *top; int error; };
int report(struct parser *p, const char *text, struct mark m);

int fails(struct parser *p)
{
    if (p->error == 3)
        return report(p, "while", *--p->top);
    return 1;
}

int reads(struct mark *m)
{
    return report(0, "x", *m);
}

int sum(int n, ...)
{
    va_list list;
    int s = 0;
    if (n > 8)
        return -1;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += va_arg(list, int) * (i + 1);
    va_end(list);
    return n == 8 && s == 77;
}

int mixed(int n, ...)
{
    va_list list;
    int s = 0;
    va_start(list, n);
    for (int i = 0; i < 7; i++)
        s += va_arg(list, int);
    double d = va_arg(list, double);
    va_end(list);
    return s == 9 && d == 0.5;
}
