// Legal and harmless function pointer conversions: round trips, callbacks with void pointers, unprototyped calls.
#include <stdio.h>
#include <stdlib.h>

typedef void (*any)(void);
static int add(int a, int b) { return a + b; }
static double half(double x) { return x / 2; }
static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void ignore(void) { puts("called"); }
static void *identity(void *p) { return p; }

int main(void) {
    any table[] = {(any)add, (any)half, ignore};
    printf("%d %g\n", ((int (*)(int, int))table[0])(2, 3), ((double (*)(double))table[1])(5));
    table[2]();
    void *raw[2] = {(void *)add, (void *)cmp};
    int v[3] = {3, 1, 2};
    qsort(v, 3, sizeof v[0], (int (*)(const void *, const void *))raw[1]);
    printf("%d %d\n", v[0], ((int (*)(int, int))raw[0])(10, 20));
    int x = 7;
    printf("%d\n", *(int *)identity(&x));
    printf("%d\n", (any)add == table[0]);
    return 0;
}
