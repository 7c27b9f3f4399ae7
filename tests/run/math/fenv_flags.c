// fenv.h: rounding modes govern arithmetic, conversions and rint; exceptions are raised and tested.
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#pragma STDC FENV_ACCESS ON

static volatile double one = 1, three = 3, zero = 0, tiny = 5e-324, huge = 1e308;
static volatile float fone = 1, fthree = 3;

static const char *flags(void) {
    static char b[8];
    int e = fetestexcept(FE_ALL_EXCEPT), n = 0;
    if (e & FE_INVALID) b[n++] = 'v';
    if (e & FE_DIVBYZERO) b[n++] = 'z';
    if (e & FE_OVERFLOW) b[n++] = 'o';
    if (e & FE_UNDERFLOW) b[n++] = 'u';
    if (e & FE_INEXACT) b[n++] = 'x';
    b[n] = 0;
    feclearexcept(FE_ALL_EXCEPT);
    return b;
}

int main(void) {
    int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
    for (int i = 0; i < 4; i++) {
        printf("%d ", fesetround(modes[i]));
        printf("%d ", fegetround() == modes[i]);
        volatile double q = one / three, m = -one / three, r = rint(2.5), s = rint(-2.5), t = nearbyint(1.1), u = sqrt(three), w = sin(three);
        volatile float g = fone / fthree, h = (float)0.1;
        long k = lrint(1.5), k2 = lrint(-0.3);
        long long big = 0x7ffffffffffffffLL;
        volatile double c = (double)big;
        fesetround(FE_TONEAREST);
        printf("%a %a %a %a %a %a %a %a %a %ld %ld %a\n", q, m, r, s, t, u, w, (double)g, (double)h, k, k2, c);
    }
    printf("%d\n", fesetround(12345) != 0);
    feclearexcept(FE_ALL_EXCEPT);
    volatile double x = one / zero;
    printf("%s ", flags());
    x = zero / zero;
    printf("%s ", flags());
    x = huge * huge;
    printf("%s ", flags());
    x = tiny / three;
    printf("%s ", flags());
    x = one / three;
    printf("%s ", flags());
    x = one + three;
    printf("[%s] ", flags());
    x = sqrt(-one);
    printf("%s ", flags());
    x = log(zero);
    printf("%s\n", flags());
    (void)x;
    feraiseexcept(FE_OVERFLOW | FE_INVALID);
    printf("%d ", fetestexcept(FE_INVALID) == FE_INVALID);
    fexcept_t saved;
    fegetexceptflag(&saved, FE_ALL_EXCEPT);
    feclearexcept(FE_ALL_EXCEPT);
    printf("%d ", fetestexcept(FE_ALL_EXCEPT));
    fesetexceptflag(&saved, FE_ALL_EXCEPT);
    printf("%d ", fetestexcept(FE_INVALID) == FE_INVALID);
    fenv_t env;
    fesetround(FE_UPWARD);
    feholdexcept(&env);
    printf("%d ", fetestexcept(FE_ALL_EXCEPT));
    fesetround(FE_DOWNWARD);
    feraiseexcept(FE_DIVBYZERO);
    feupdateenv(&env);
    printf("%d %d ", fegetround() == FE_UPWARD, fetestexcept(FE_DIVBYZERO | FE_INVALID) == (FE_DIVBYZERO | FE_INVALID));
    fesetenv(FE_DFL_ENV);
    printf("%d %d\n", fegetround() == FE_TONEAREST, fetestexcept(FE_ALL_EXCEPT));
    return 0;
}
