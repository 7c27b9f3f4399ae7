// Variadic functions on every ABI: ints, long longs after an odd number of ints, doubles, pointers, structures, va_copy.
#include <stdarg.h>
#include <stdint.h>
#include "check.h"

struct small { short a; char b; };
struct pair { int a, b; };
struct big { int v[6]; };
struct wide { char c; long long l; };

static long long mixed(const char *kinds, ...) {
    va_list ap;
    long long r = 0;
    va_start(ap, kinds);
    for (; *kinds; kinds++) {
        r = r * 31;
        switch (*kinds) {
        case 'i': r += va_arg(ap, int); break;
        case 'u': r += va_arg(ap, unsigned); break;
        case 'l': r += va_arg(ap, long); break;
        case 'q': r += va_arg(ap, long long); break;
        case 'd': r += (long long)(va_arg(ap, double) * 4); break;
        case 'p': r += *va_arg(ap, const int *); break;
        case 's': { struct small s = va_arg(ap, struct small); r += s.a * 2 + s.b; break; }
        case 't': { struct pair s = va_arg(ap, struct pair); r += s.a - s.b; break; }
        case 'b': { struct big s = va_arg(ap, struct big); r += s.v[0] + s.v[5]; break; }
        case 'w': { struct wide s = va_arg(ap, struct wide); r += s.c + s.l; break; }
        case 'f': r += va_arg(ap, int (*)(int))(10); break;
        }
    }
    va_end(ap);
    return r;
}
static long long reference(int n, const long long *v) { long long r = 0; while (n--) r = r * 31 + *v++; return r; }
static int twice(int x) { return 2 * x; }
static int vsum(int n, va_list ap) { int s = 0; while (n--) s += va_arg(ap, int); return s; }
static int two_passes(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    int a = vsum(n, ap), b = vsum(n - 1, again);
    va_end(again);
    va_end(ap);
    return a * 1000 + b;
}
static double average(int n, ...) {
    va_list ap;
    double s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) s += va_arg(ap, double);
    va_end(ap);
    return s / n;
}
static int first_of_many(int a, int b, int c, int d, int e, int f, int g, int h, int i, ...) {
    va_list ap;
    va_start(ap, i);
    int r = va_arg(ap, int) * 100 + va_arg(ap, int);
    va_end(ap);
    return r + a + b + c + d + e + f + g + h + i;
}

int main(void) {
    int here = 1234;
    CHECK(mixed("iii", 1, 2, 3) == reference(3, (long long[]){1, 2, 3}));
    CHECK(mixed("iq", 1, 0x1234567890ll) == reference(2, (long long[]){1, 0x1234567890ll}));
    CHECK(mixed("iiq", 1, 2, -5ll) == reference(3, (long long[]){1, 2, -5}));
    CHECK(mixed("qiqiq", 1ll << 40, 2, 3ll << 40, 4, 5ll) == reference(5, (long long[]){1ll << 40, 2, 3ll << 40, 4, 5}));
    CHECK(mixed("iiiiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == reference(12, (long long[]){1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}));
    CHECK(mixed("iiiiiiiqi", 1, 2, 3, 4, 5, 6, 7, 8ll, 9) == reference(9, (long long[]){1, 2, 3, 4, 5, 6, 7, 8, 9}));
    CHECK(mixed("d", 2.5) == 10);
    CHECK(mixed("idid", 1, 0.25, 2, 0.75) == reference(4, (long long[]){1, 1, 2, 3}));
    CHECK(mixed("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == reference(10, (long long[]){4, 8, 12, 16, 20, 24, 28, 32, 36, 40}));
    CHECK(mixed("iiidiidd", 1, 2, 3, 1.5, 4, 5, 2.5, -3.5) == reference(8, (long long[]){1, 2, 3, 6, 4, 5, 10, -14}));
    CHECK(mixed("pul", &here, 4000000000u, -7L) == reference(3, (long long[]){1234, 4000000000ll, -7}));
    CHECK(mixed("sitb", (struct small){100, 7}, 5, (struct pair){9, 4}, (struct big){{1, 0, 0, 0, 0, 6}}) == reference(4, (long long[]){207, 5, 5, 7}));
    CHECK(mixed("iwiq", 1, (struct wide){2, 1ll << 33}, 3, 4ll) == reference(4, (long long[]){1, (1ll << 33) + 2, 3, 4}));
    CHECK(mixed("iiiiiitti", 1, 2, 3, 4, 5, 6, (struct pair){8, 1}, (struct pair){9, 1}, 9) == reference(9, (long long[]){1, 2, 3, 4, 5, 6, 7, 8, 9}));
    CHECK(mixed("fi", twice, 3) == reference(2, (long long[]){20, 3}));
    CHECK(two_passes(4, 1, 2, 3, 4) == 10006);
    CHECK(two_passes(9, 1, 1, 1, 1, 1, 1, 1, 1, 5) == 13008);
    CHECK(average(4, 1.0, 2.0, 3.0, 4.0) == 2.5);
    CHECK(average(12, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.) == 6.5);
    CHECK(first_of_many(1, 2, 3, 4, 5, 6, 7, 8, 9, 50, 60) == 5060 + 45);
    char c = 'c'; short s = -2; float f = 0.5f;
    CHECK(mixed("iid", c, s, f) == reference(3, (long long[]){'c', -2, 2}));
    return 0;
}
