/* ?: in its forms, switches with fallthrough, ranges and no default, computed goto. */
#include <stdio.h>

static int f(int x) { return x * 2; }
static int constants(int c) { return c ? 1 : 2; }
static int calls(int c, int *p) { return c > 3 ? *p : f(c); }
static int elvis(int a, int b) { return f(a ?: b); }
static int nested(int a, int b) { return a > 0 ? b > 0 ? 1 : 2 : b > 0 ? 3 : 4; }
static int as_condition(int a, int b, int c) { if (a ? b : c) return 1; return 2; }
static int condition_of_another(int a, int b, int c) { return (a ? b : c) ? 3 : f(4); }
static int of_logic(int a, int b) { return (a && b ? 1 : 2) + (a || b ? f(1) : f(2)); }
static int negated(int a) { return !a ? f(1) : 2; }
static void nothing(int a) { a ? (void)f(1) : (void)f(2); }

static int simple(int x)
{
    switch (x) {
    case 1:
        return 10;
    case -1:
        x = 5;
        break;
    case 2:
    case 3:
        x++;
        /* fallthrough */
    case 7:
        x += 2;
        break;
    default:
        x = 0;
    }
    return x;
}

static int no_default(unsigned char x)
{
    int r = 0;
    switch (x) {
    case 'a':
        r = 1;
        break;
    case 'b':
        r = 2;
    }
    return r;
}

static int ranges(int x)
{
    switch (x) {
    case 0 ... 2:
        return 1;
    case 10 ... 200:
        return 2;
    default:
        return 3;
    }
}

static int labels(int x)
{
    static void *to[] = { &&one, &&two, &&three };
    goto *to[x];
one:
    return 1;
two:
    return 2;
three:
    return 3;
}

int main(void)
{
    int v = 9, t = 0;
    nothing(1);
    for (int i = -2; i < 6; i++)
        t += constants(i) + calls(i, &v) + elvis(i, 3) + nested(i, i - 2) + as_condition(i, 1, i)
             + condition_of_another(i > 2, i, 0) + of_logic(i, 1) + negated(i) + simple(i) + ranges(i * 9);
    printf("%d %d %d %d\n", t, no_default('a'), no_default('z'), labels(1) + labels(2));
    return 0;
}
