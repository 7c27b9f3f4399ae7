// 80-bit long double: arithmetic, printing, conversion, passing and returning, arrays and structures.
#include <float.h>
#include <math.h>
#include <stdio.h>

struct pair { long double a; int n; };

static long double poly(long double x) { return ((x * 3.0L - 2.0L) * x + 0.1L) * x; }
static struct pair next(struct pair p) { p.a = p.a / 3.0L + 1.0L; p.n++; return p; }

int main(void) {
    long double third = 1.0L / 3;
    printf("%.20Lg %La\n", third, third);
    printf("%.21Lg %Lf %Le\n", poly(1.5L), poly(-2.25L), poly(1e10L));
    printf("%.20Lg %.20Lg\n", (long double)0.1, 0.1L);
    printf("%.17g %.9g\n", (double)third, (float)third);
    printf("%lld %d %llu\n", (long long)9223372036854775807.0L, (int)-2.75L, (unsigned long long)18446744073709551615.0L);
    printf("%.20Lg %.20Lg\n", (long double)18446744073709551615ULL, (long double)-9223372036854775807LL);
    printf("%.20Lg %.20Lg %d\n", LDBL_MAX, LDBL_MIN, LDBL_MANT_DIG);
    printf("%.20Lg %La\n", LDBL_EPSILON, LDBL_EPSILON);
    struct pair p = {10.0L, 0};
    for (int i = 0; i < 10; i++) p = next(p);
    printf("%.20Lg %d\n", p.a, p.n);
    long double arr[4] = {1, 2, 3, 4}, s = 0;
    for (int i = 0; i < 4; i++) s += sqrtl(arr[i]);
    printf("%.20Lg\n", s);
    printf("%d %d %d\n", third < 0.333L, third == 1.0L / 3, third != (double)third);
    printf("%.20Lg %.20Lg %.20Lg\n", fabsl(-third), floorl(-2.5L), fmodl(10.0L, 3.3L));
    printf("%zu %zu\n", sizeof(long double), sizeof(struct pair));
    long double x = 2;
    x += 1; x *= x; x -= 0.5L; x /= 4; x++;
    printf("%.20Lg %d\n", -x, !x);
    return 0;
}
