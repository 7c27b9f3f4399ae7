// Function pointers: tables, structures of callbacks, returned pointers, comparison, through integers and memory.
#include <stddef.h>
#include <stdint.h>
#include "check.h"

typedef int (*op)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const op table[] = {add, sub, mul};
struct driver { const char *name; int (*open)(struct driver *, int); long long (*read)(struct driver *, double); int state; };
static int open_(struct driver *d, int n) { d->state += n; return d->state; }
static long long read_(struct driver *d, double k) { return (long long)(d->state * k) << 33; }
static struct driver drivers[2] = {{"null", NULL, NULL, 0}, {"real", open_, read_, 5}};
static op choose(char c) { return c == '+' ? add : c == '-' ? sub : c == '*' ? mul : NULL; }
static int fold(op f, const int *v, int n) { int r = v[0]; for (int i = 1; i < n; i++) r = f(r, v[i]); return r; }
static void each(int n, void (*f)(int, void *), void *ctx) { for (int i = 0; i < n; i++) f(i, ctx); }
static void count(int i, void *ctx) { ((int *)ctx)[i & 1] += i; }
static int apply(int (*f)(int), int n) { return n == 0 ? 0 : f(n) + apply(f, n - 1); }
static int square(int x) { return x * x; }

int main(void) {
    CHECK(table[0](7, 3) == 10 && table[1](7, 3) == 4 && (*table[2])(7, 3) == 21);
    int v[] = {10, 3, 2};
    CHECK(fold(choose('+'), v, 3) == 15 && fold(choose('-'), v, 3) == 5 && fold(choose('*'), v, 3) == 60 && choose('?') == NULL);
    CHECK(choose('+') == add && choose('-') != add && table[2] == mul);
    struct driver *d = &drivers[1];
    CHECK(!drivers[0].open && d->open(d, 4) == 9 && d->read(d, 0.5) == 4ll << 33 && d->name[0] == 'r');
    int ctx[2] = {0, 0};
    each(10, count, ctx);
    CHECK(ctx[0] == 20 && ctx[1] == 25);
    uintptr_t raw = (uintptr_t)sub;
    CHECK(((op)raw)(1, 2) == -1);
    op copy;
    __builtin_memcpy(&copy, &table[2], sizeof copy);
    CHECK(copy(6, 7) == 42);
    op grid[2][2] = {{add, sub}, {mul, choose('+')}};
    CHECK(grid[1][0](3, 4) + grid[1][1](3, 4) == 19);
    CHECK(apply(square, 5) == 55);
    op *pp = &grid[0][1];
    CHECK((*pp)(9, 5) == 4);
    CHECK((v[0] > 5 ? add : sub)(1, 1) == 2);
    return 0;
}
