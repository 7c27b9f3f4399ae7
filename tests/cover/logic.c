/* && || ! nested, in every place a truth value can stand. */
#include <stdbool.h>
#include <stdio.h>

static int sum(int a) { return a + 1; }
static int in_if(int a, int b, int c) { if (a && (b || c)) return 1; return 0; }
static int mixed(int a, int b, int c, int d) { if ((a && b) || (c && d)) return 1; return 0; }
static int assigned(int a, int b) { int x = a && b; return x; }
static bool returned(int a, int b) { return a > 0 || b; }
static int value_mixed(int a, int b, int c) { return a && b || c; }
static int value_nested(int a, int b, int c) { int x = a && (b || !c); return x; }
static int negated_inner(int a, int b, int c) { if (c || !(a && b)) return 1; return 0; }
static int inside_call(int a, int b, int c) { if (sum(a && b) > 1 && c) return 1; return 0; }
static int compared(int a, int b, int c) { if ((a && b) == c) return 1; return 0; }
static int as_argument(int a, int b) { return sum(a || b) + sum(!(a && b)); }
static bool stored(int a, int b, int c)
{
    bool q = !(a && b) || c;
    if (q)
        return true;
    return false;
}
static int comma(int a, int b, int c) { if (a++, b && c) return a; return 0; }
static int deep(int a, int b, int c) { if ((a && b) || (c && sum(a && !b) > 1)) return 1; return 0; }
static int chain(int a) { return !a + !!a + !!!a; }
static int seven(int a)
{
    return (a & 1) && (a & 2) && (a & 4) && (a & 8) && (a & 16) && (a & 32) && (a & 64);
}
static int folded(int a, int b) { if (1 && a) return 1; if (b || 0) return 2; return 3; }
static int multi_line(int a, int b, int c)
{
    if (a > 1
        && b > 2
        && c > 3)
        return 1;
    return 0;
}

int main(void)
{
    int total = 0;
    for (int i = 0; i < 16; i++) {
        int a = i & 1, b = i >> 1 & 1, c = i >> 2 & 1, d = i >> 3;
        total += mixed(a, b, c, d) + seven(i * 9);
        if (i & 8)
            continue;
        total += in_if(a, b, c) + assigned(a, b) + returned(a, b) + value_mixed(a, b, c);
        total += value_nested(a, b, c) + negated_inner(1, b, c) + inside_call(a, b, c);
        total += compared(a, 1, c) + as_argument(a, 0) + stored(a, b, c) + comma(a, b, 1);
        total += deep(a, b, c) + chain(a) + folded(a, b) + multi_line(a * 2, b * 3, c);
    }
    printf("%d\n", total);
    return 0;
}
