// Everything that can be called and is nowhere: variadic, without prototype, ending the program, with structs, through pointers.
#include <stdarg.h>

struct point { double x, y; };
struct big { long all[6]; };
struct small { char c; short s; };

void panic(const char *format, ...) __attribute__((noreturn));
int trace(const char *format, ...);
struct point middle(struct point a, struct point b);
struct big largest(int n);
struct small smallest(struct big all);
int without();
void ends(void) __attribute__((noreturn));
enum colour { red, green };
const char *described(enum colour colour);
typedef int (*step)(struct small, int);
step next_step(int n);
long double precise(long double);
_Bool asked(void);

int positive(int n)
{
    if (n < 0)
        panic("%d is negative", n);
    return n > 5;
}

int traced(int n)
{
    if (trace("n=%d", n) > 2)
        return 1;
    return trace("again %s", "x");
}

int inside(struct point a)
{
    struct point m = middle(a, a);
    return m.x > 1 && m.y < 0;
}

long sixth(int n)
{
    struct big b = largest(n);
    if (b.all[5] == 6)
        return smallest(b).s;
    return b.all[0];
}

int unknown(int n)
{
    if (without(n, "x") == 3)
        return without();
    return 0;
}

int ended(int n)
{
    if (n == 3)
        ends();
    return n;
}

int named(void)
{
    return described(green)[0] == 'g';
}

int stepped(int n)
{
    struct small s = { 'c', 4 };
    step f = next_step(n);
    return f ? f(s, n) > 8 : 0;
}

int exact(void)
{
    return precise(1.0L) > 3.5L && asked();
}

int sum(int n, ...)
{
    va_list all;
    int s = 0;
    va_start(all, n);
    for (int i = 0; i < n && i < 3; i++)
        s += va_arg(all, int);
    va_end(all);
    return s > 10;
}
