// Every function of math.h for double, float and long double, to the last bit.
#define _GNU_SOURCE
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>

static const double xs[] = {0, -0.0, 0.5, -0.5, 1, -1, 1.5, 2, -2.5, 3.25, 10, -17.75, 1e-5, 123456.789, -1e10, 1e22, 700, -745.5,
                            1e300, 5e-324, 2.2250738585072014e-308, INFINITY, -INFINITY};
enum { N = sizeof xs / sizeof *xs };

// A NaN's sign and payload are nobody's promise; errno is.
static void d(double v) { isnan(v) ? printf("nan") : printf("%a", v); printf(errno ? "!%d " : " ", errno); errno = 0; }
static void f(float v) { isnan(v) ? printf("nan") : printf("%a", (double)v); printf(errno ? "!%d " : " ", errno); errno = 0; }
static void l(long double v) { isnan(v) ? printf("nan") : printf("%La", v); printf(errno ? "!%d " : " ", errno); errno = 0; }

#define ONE(fn) \
    printf(#fn " "); \
    for (int i = 0; i < N; i++) d(fn(xs[i])), f(fn##f((float)xs[i])), l(fn##l((long double)xs[i] * 1.1L)); \
    putchar('\n');
#define TWO(fn) \
    printf(#fn " "); \
    for (int i = 0; i < N; i++) \
        for (int j = 1; j < N; j += 4) d(fn(xs[i], xs[j])), f(fn##f((float)xs[i], (float)xs[j])), l(fn##l(xs[i] / 3.0L, xs[j] * 0.7L)); \
    putchar('\n');
#define INT(fn) \
    printf(#fn " "); \
    for (int i = 0; i < N; i++) \
        if (fabs(xs[i]) < 1e15) printf("%lld %lld %lld ", (long long)fn(xs[i]), (long long)fn##f((float)xs[i]), (long long)fn##l(xs[i])); \
    putchar('\n');

int main(void) {
    errno = 0;
    ONE(acos) ONE(asin) ONE(atan) ONE(cos) ONE(sin) ONE(tan)
    ONE(acosh) ONE(asinh) ONE(atanh) ONE(cosh) ONE(sinh) ONE(tanh)
    ONE(exp) ONE(exp2) ONE(exp10) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(logb)
    ONE(sqrt) ONE(cbrt) ONE(fabs) ONE(erf) ONE(erfc) ONE(tgamma) ONE(lgamma)
    ONE(ceil) ONE(floor) ONE(trunc) ONE(round) ONE(roundeven) ONE(rint) ONE(nearbyint)
    ONE(nextup) ONE(nextdown) ONE(significand) ONE(j0) ONE(j1) ONE(y0) ONE(y1)
    TWO(atan2) TWO(pow) TWO(hypot) TWO(fmod) TWO(remainder) TWO(drem) TWO(copysign) TWO(nextafter) TWO(fdim) TWO(fmax) TWO(fmin)
    INT(lrint) INT(llrint) INT(lround) INT(llround)
    for (int i = 0; i < N; i++) {
        printf("%d %d %d ", ilogb(xs[i]), ilogbf((float)xs[i]), ilogbl(xs[i]));
        errno = 0;
        int e = 0, ef = 0, el = 0, q = 0, s = 0;
        double ip, sn, cs;
        float ipf;
        long double ipl;
        d(frexp(xs[i], &e)), f(frexpf((float)xs[i], &ef)), l(frexpl(xs[i], &el));
        if (isfinite(xs[i]) && isfinite((float)xs[i])) printf("%d %d %d ", e, ef, el);
        d(modf(xs[i], &ip)), d(ip), f(modff((float)xs[i], &ipf)), f(ipf), l(modfl(xs[i], &ipl)), l(ipl);
        d(remquo(xs[i], 3, &q));
        if (isfinite(xs[i])) printf("%d ", q & 7);
        d(lgamma_r(xs[i], &s));
        printf("%d ", s);
        sincos(xs[i], &sn, &cs);
        d(sn), d(cs);
        d(ldexp(xs[i], i - 3)), f(ldexpf((float)xs[i], 5)), l(ldexpl(xs[i], -9)), d(scalbn(xs[i], 70)), d(scalbln(xs[i], -70L));
        d(jn(2, xs[i])), d(yn(3, xs[i])), d(fma(xs[i], 1.1, -3.3)), f(fmaf((float)xs[i], 2, 1)), l(fmal(xs[i], 3, 1));
        d(nexttoward(xs[i], 1.0L)), f(nexttowardf((float)xs[i], -1.0L)), l(nexttowardl(xs[i], 0.0L));
        printf("%d%d%d%d%d\n", isnan(xs[i]), isinf(xs[i]), signbit(xs[i]) != 0, fpclassify(xs[i]), finite(xs[i]));
    }
    lgamma(-0.5);
    printf("%d ", signgam);
    lgamma(2.5);
    printf("%d\n", signgam);
    printf("%d %d %d\n", isnan(nan("")), isnan(nanf("12")), isnan(nanl("0x7")));
    double (*table[])(double) = {sin, cos, tan, exp, sqrt, floor, fabs};
    for (int i = 0; i < 7; i++) d(table[i](0.75));
    putchar('\n');
    return 0;
}
