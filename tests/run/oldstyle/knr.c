// cflags: -std=gnu89 -Wno-everything
// Old-style definitions, implicit int, implicit declarations, calls without prototypes.
#include <stdio.h>

add(a, b)
    int a, b;
{
    return a + b;
}

double mean(v, n)
    double *v;
    int n;
{
    double s = 0;
    int i;
    for (i = 0; i < n; i++)
        s += v[i];
    return s / n;
}

char *pick(c, f, s)
    char c;
    float f;
    short s;
{
    static char buf[40];
    sprintf(buf, "%c %.2f %d", c, f, s);
    return buf;
}

static apply(f, x)
    int (*f)();
    int x;
{
    return (*f)(x, 10);
}

struct pair { int a; double b; };
struct pair swap(p)
    struct pair p;
{
    struct pair r;
    r.a = (int)p.b;
    r.b = p.a;
    return r;
}

main(argc, argv)
    int argc;
    char **argv;
{
    double v[3];
    int (*fp)() = add;
    struct pair p;
    v[0] = 1; v[1] = 2; v[2] = 4.5;
    printf("%d %g\n", add(2, 3), mean(v, 3));
    printf("%s\n", pick('x', 2.5, -7));
    printf("%d %d\n", apply(add, 5), fp(1, 1));
    p.a = 3; p.b = 9.75;
    p = swap(p);
    printf("%d %g\n", p.a, p.b);
    printf("%d\n", implicit(4));
    return argc - 1;
}

implicit(n)
{
    return n * n;
}
