// volatile, const, restrict, register, _Alignas and pointer qualifiers change nothing in the results.
#include <stdint.h>
#include <stdio.h>

static volatile int flag;
static void axpy(int n, double a, const double *restrict x, double *restrict y) { for (int i = 0; i < n; i++) y[i] += a * x[i]; }
static int count(const volatile unsigned char *p, int n) { int c = 0; while (n--) c += *p++ & 1; return c; }

int main(void) {
    register int r = 3;
    for (register int i = 0; i < 5; i++) r = r * 2 + i;
    flag = r;
    flag += flag;
    printf("%d %d\n", flag, r);
    double x[4] = {1, 2, 3, 4}, y[4] = {10, 20, 30, 40};
    axpy(4, 0.5, x, y);
    printf("%g %g\n", y[0], y[3]);
    volatile unsigned char b[6] = {1, 2, 3, 4, 5, 7};
    printf("%d\n", count(b, 6));
    _Alignas(64) char big[100];
    _Alignas(double) char d[8];
    printf("%d %d\n", (int)((uintptr_t)big % 64), (int)((uintptr_t)d % 8));
    const int *const p = &(const int){42};
    int const *q = p;
    printf("%d %d\n", *p, *q);
    volatile struct { int a, b; } vs = {1, 2};
    vs.a = vs.b + vs.a;
    printf("%d\n", vs.a);
    auto int z = 5;
    printf("%d\n", z);
    return 0;
}
