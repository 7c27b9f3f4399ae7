// Transcendental functions of math.h; printed with 13 digits, within what a libm may differ.
#include <math.h>
#include <stdio.h>

int main(void) {
    double v[] = {0.1, 0.5, 0.75, 1, 1.5, 2, 3.14159, 5, 10, 25.5};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        double x = v[i];
        printf("%.13g %.13g %.13g %.13g %.13g %.13g\n", sin(x), cos(x), tan(x), exp(x), log(x), log10(x));
        printf("%.13g %.13g %.13g %.13g %.13g\n", atan(x), sinh(x), cosh(x), tanh(x), asinh(x));
        printf("%.13g %.13g %.13g %.13g\n", log2(x), exp2(x), log1p(x), expm1(x));
        printf("%.13g %.13g %.13g %.13g\n", cbrt(x), hypot(x, 3), pow(x, 2.5), pow(x, -1));
        printf("%.13g %.13g %.13g %.13g\n", erf(x), erfc(x), tgamma(x), lgamma(x));
        if (x <= 1) printf("%.13g %.13g %.13g\n", asin(x), acos(x), atanh(x * 0.99));
        else printf("%.13g\n", acosh(x));
        printf("%.6g %.6g %.6g %.6g %.6g\n", sinf((float)x), cosf((float)x), expf((float)x), logf((float)x), powf((float)x, 1.5f));
    }
    printf("%.13g %.13g %.13g %.13g\n", atan2(1, 2), atan2(-1, 2), atan2(1, -2), atan2(-1, -2));
    printf("%.13g %.13g %.13g %.13g\n", atan2(0, -1), atan2(-0.0, -1), atan2(0, 1), atan2(1, 0));
    printf("%g %g %g %d\n", pow(0, 0), pow(-2, 3), pow(-2, -3), pow(2, 0.5) * pow(2, 0.5) > 1.99);
    printf("%g %g %d\n", pow(0, -1), exp(1000), isnan(pow(-1, 0.5)));
    printf("%.13g %.13g\n", j0(1.5), y1(2.5));
    return 0;
}
