// Every function of complex.h for the three formats, and multiplication and division of odd values.
#define _GNU_SOURCE
#include <complex.h>
#include <math.h>
#include <stdio.h>

#ifndef CMPLX
#define CMPLX(re, im) __builtin_complex((double)(re), (double)(im))
#endif

static void n(long double v) { isnan(v) ? printf("nan ") : printf("%La ", v); }
static void d(double complex z) { n(creal(z)), n(cimag(z)); }
static void f(float complex z) { n(crealf(z)), n(cimagf(z)); }
static void l(long double complex z) { n(creall(z)), n(cimagl(z)); }

#define ONE(fn) \
    printf(#fn " "); \
    for (int i = 0; i < N; i++) d(fn(zs[i])), f(fn##f((float complex)zs[i])), l(fn##l((long double complex)zs[i])); \
    putchar('\n');
#define REAL(fn) \
    printf(#fn " "); \
    for (int i = 0; i < N; i++) n(fn(zs[i])), n(fn##f((float complex)zs[i])), n(fn##l((long double complex)zs[i])); \
    putchar('\n');

int main(void) {
    double complex zs[] = {0, 1, -1, I, -I, 3 + 4 * I, -2.5 + 0.125 * I, CMPLX(1e10, -1e-10), CMPLX(-0.0, 2), CMPLX(INFINITY, 1), CMPLX(2, NAN)};
    enum { N = sizeof zs / sizeof *zs };
    ONE(cacos) ONE(casin) ONE(catan) ONE(ccos) ONE(csin) ONE(ctan) ONE(cacosh) ONE(casinh) ONE(catanh) ONE(ccosh) ONE(csinh) ONE(ctanh)
    ONE(cexp) ONE(clog) ONE(csqrt) ONE(cproj) ONE(conj) ONE(clog10)
    REAL(cabs) REAL(carg) REAL(creal) REAL(cimag)
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            volatile double complex a = zs[i], b = zs[j];
            volatile float complex fa = (float complex)zs[i], fb = (float complex)zs[j];
            volatile long double complex la = zs[i], lb = zs[j];
            d(a * b), d(a / b), f(fa * fb), f(fa / fb), l(la * lb), l(la / lb);
            if (i > 0) d(cpow(a, b)), f(cpowf(fa, fb)), l(cpowl(la, lb));
            putchar('\n');
        }
    volatile double complex big = CMPLX(1e308, 1e307), small = CMPLX(1e-300, -3e-305);
    d(big / small), d(small / big), d(big * small), d(big / big);
    putchar('\n');
    return 0;
}
