/* Conditions of all types: floats, pointers, bit-fields, _Bool, chars, 64-bit numbers, calls, statement expressions. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct bits { unsigned three : 3; signed two : 2; unsigned one : 1; };

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define BETWEEN(x, low, high) ((x) >= (low) && (x) <= (high))
#define CHECK(c) do { if (!(c)) return -1; } while (0)

static int floats(double d, float f) { if (d > 0.5 && f != 1.0f) return 1; if (d) return 2; return 3; }
static int pointers(const char *p, const char *q) { if (p && *p && !q) return 1; return p == q; }
static int fields(struct bits *b, int a)
{
    b->one = a && b->three;
    if (b->one || b->two < 0)
        return 1;
    return b->three > 2 && (a & 4);
}
static bool booleans(bool a, bool b)
{
    bool c = a;
    if (a && !b)
        c = b;
    return c || b;
}
static int wide(long long a, unsigned char c) { if (a < 5000000000LL && c >= 'a' && c <= 'z') return 1; return 0; }
static bool is_even(int n) { return n % 2 == 0; }
static int call_condition(int n) { if (is_even(n) && !is_even(n / 2)) return 1; return 0; }
static int statement_expression(int a, int b)
{
    if (({ int x = a; if (x > 2) x = b; x && b; }))
        return 1;
    return 0;
}
static int macros(int x)
{
    CHECK(x != 3);
    if (LIKELY(x > 1 && x < 6))
        return 1;
    if (BETWEEN(x, 8, 9))
        return 2;
    return 0;
}
static int old(a, b)
    int a;
    char b;
{
    if (a == b || !b)
        return 1;
    return 0;
}
static int bitwise(unsigned a, unsigned b) { if ((a & 1) | (b & 1) && ~a) return 1; return (a < b) ^ (a == 3); }
static int strings(const char *s) { if (!strcmp(s, "yes") || !strcmp(s, "y")) return 1; return 0; }

int main(int argc, char **argv)
{
    struct bits b = { 5, -1, 0 };
    int t = floats(1.0, 1.0f) + floats(0.0, 2.0f) + floats(0.25, 0) + pointers("x", 0) + pointers(0, 0);
    t += fields(&b, 1) + fields(&b, 0) + booleans(true, false) + booleans(false, true) + wide(argc, 'q') + wide(6000000000LL, 'q');
    for (int i = 0; i < 8; i++)
        t += call_condition(i) + statement_expression(i, i & 1) + macros(i) + old(i, 3) + bitwise(i, 4);
    t += strings("yes") + strings("no");
    if (argc > 1 && argv[1][0] == '-')
        t++;
    printf("%d\n", t);
    return 0;
}
