// math.h functions that are exactly rounded or exact everywhere: roots, rounding, remainders, decomposition, fma.
#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {0.0, -0.0, 0.5, 1, 2, 3, 10, 100, 1e-10, 1e10, 1e300, 1e-300, 123.456, 0.1};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        double x = v[i];
        printf("%.17g %.17g %.17g %.17g %.17g %.17g\n", sqrt(x), fabs(-x), floor(x), ceil(x), trunc(-x), round(-x));
        printf("%.9g %.9g %.9g\n", sqrtf((float)(x < 1e30 ? x : 1)), fabsf(-1.5f), floorf(-2.5f));
        printf("%.17g %.17g %.17g %.17g\n", fmod(x, 3), fmod(-x, 0.7), remainder(x, 3), fma(x, 1.1, -x));
        printf("%.17g %.17g %.17g\n", fmax(x, 1), fmin(x, 1), fdim(x, 1));
        int e, q;
        double ip, m = frexp(x, &e);
        printf("%.17g %d ", m, e);
        m = modf(-x, &ip);
        printf("%.17g %.17g ", m, ip);
        m = remquo(x, 3, &q);
        printf("%.17g %d\n", m, q & 7);
        printf("%.17g %.17g %.17g\n", ldexp(x, 5), scalbn(x, -5), copysign(x, -1));
        printf("%.17g %.17g\n", nextafter(x, 1e308), nextafter(x, -1e308));
    }
    printf("%ld %lld %ld\n", lrint(2.5), llrint(-2.5), lround(2.5));
    printf("%.17g %.17g\n", logb(1000), (double)ilogb(1000));
    printf("%.9g %.9g\n", fmodf(7.5f, 2), fmaf(1.1f, 1.1f, -1.21f));
    return 0;
}
