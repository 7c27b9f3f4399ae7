// Function pointers: tables, in structures, as parameters and results, comparison, conversion to and fro.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef int (*binop)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const struct { char sign; binop f; } ops[] = {{'+', add}, {'-', sub}, {'*', mul}, {0, NULL}};

static binop find(char sign) {
    for (int i = 0; ops[i].f; i++) if (ops[i].sign == sign) return ops[i].f;
    return NULL;
}
static int fold(binop f, const int *v, int n, int start) {
    for (int i = 0; i < n; i++) start = (*f)(start, v[i]);
    return start;
}
static int (*choose(int which))(int, int) { return which ? &add : &sub; }
static void each(void (*f)(int, void *), void *arg, int n) { for (int i = 0; i < n; i++) f(i, arg); }
static void accumulate(int i, void *arg) { *(int *)arg += i * i; }
struct shape { const char *name; double (*area)(const struct shape *); double a, b; };
static double rect(const struct shape *s) { return s->a * s->b; }
static double circle(const struct shape *s) { return 3 * s->a * s->a; }

int main(void) {
    int v[] = {1, 2, 3, 4};
    for (const char *s = "+-*"; *s; s++) printf("%d ", fold(find(*s), v, 4, 10));
    printf("%d\n", find('/') == NULL);
    printf("%d %d\n", choose(1)(5, 3), (**choose(0))(5, 3));
    int t = 0;
    each(accumulate, &t, 6);
    printf("%d\n", t);
    struct shape sh[] = {{"rect", rect, 2, 3}, {"circle", circle, 2, 0}};
    for (int i = 0; i < 2; i++) printf("%s %g\n", sh[i].name, sh[i].area(&sh[i]));
    printf("%d %d\n", choose(1) == add, find('-') != sub);
    void *raw = (void *)mul;
    uintptr_t num = (uintptr_t)raw;
    printf("%d\n", ((binop)num)(6, 7));
    binop table[2][2] = {{add, sub}, {mul, add}};
    printf("%d\n", table[1][0](3, 3) + table[0][1](9, 1));
    int (*(*fp)(int))(int, int) = choose;
    printf("%d\n", fp(1)(1, 1));
    return 0;
}
