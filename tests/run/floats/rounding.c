// Rounding: nearest-even on conversion, the rounding functions, and rint in the modes of fenv.
#include <fenv.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {-2.5, -1.5, -0.5, -0.2, 0.2, 0.5, 1.5, 2.5, 2.4999999999999996, 1e15 + 0.5, -1e300};
    for (unsigned i = 0; i < sizeof v / sizeof v[0]; i++)
        printf("%g %g %g %g %g %g\n", floor(v[i]), ceil(v[i]), trunc(v[i]), round(v[i]), rint(v[i]), nearbyint(v[i]));
    for (unsigned i = 0; i < 9; i++)
        printf("%ld %ld %lld\n", lround(v[i]), lrint(v[i]), llround(v[i] * 3));
    printf("%.9g %.9g %.9g\n", (float)(1 + 0x1p-24), (float)(1 + 0x1.8p-23), (float)(1 + 0x1.000002p-24));
    printf("%.0f %.0f %.0f %.0f %.1f %.2f\n", 0.5, 1.5, 2.5, 3.5, 0.25, 1.005);
    printf("%a %a\n", (double)(1ULL << 53 | 1), (double)((1ULL << 54) + 3));
    double ip;
    printf("%g ", modf(-3.75, &ip));
    printf("%g\n", ip);
    int e;
    printf("%g ", frexp(-48.0, &e));
    printf("%d %g %g\n", e, ldexp(0.75, 10), scalbn(3, -4));
    printf("%g %g %g %d\n", fmod(-7.5, 2), remainder(-7.5, 2), logb(1e10), ilogb(0.1));
    printf("%g %g %.17g %.17g\n", copysign(3, -0.0), fdim(5, 7), nextafter(1, 2), nextafter(0, -1));
    return 0;
}
