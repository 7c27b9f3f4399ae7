// NaN, infinities, signed zeros and denormals through arithmetic, comparison and classification.
#include <math.h>
#include <stdio.h>
#include <stdint.h>
#include <string.h>

static uint64_t bits(double d) { uint64_t u; memcpy(&u, &d, 8); return u; }
static uint32_t bitsf(float f) { uint32_t u; memcpy(&u, &f, 4); return u; }

int main(void) {
    volatile double zero = 0, one = 1, big = 1e308;
    double inf = one / zero, nan_ = fabs(zero / zero), v[] = {inf, -inf, nan_, zero, -zero, one, big * 10, 5e-324};
    for (int i = 0; i < 8; i++) {
        printf("%g %f %e %a %d%d%d%d %d\n", v[i], v[i] * 0, v[i], v[i], !!isnan(v[i]), !!isinf(v[i]), !!isfinite(v[i]),
               !!isnormal(v[i]), !!signbit(v[i]));
        printf("%d\n", fpclassify(v[i]) == FP_NAN ? 1 : fpclassify(v[i]) == FP_INFINITE ? 2 : fpclassify(v[i]) == FP_ZERO ? 3
               : fpclassify(v[i]) == FP_SUBNORMAL ? 4 : 5);
        for (int j = 0; j < 8; j++)
            printf("%d%d%d%d%d%d ", v[i] < v[j], v[i] <= v[j], v[i] == v[j], v[i] != v[j], v[i] > v[j], v[i] >= v[j]);
        putchar('\n');
    }
    printf("%016llx %016llx %016llx\n", (unsigned long long)bits(inf), (unsigned long long)bits(-zero), (unsigned long long)bits(5e-324));
    printf("%08x %08x\n", bitsf((float)inf), bitsf((float)1e-45));
    printf("%d %d %d\n", isgreater(one, nan_), isless(one, inf), isunordered(nan_, one));
    printf("%g %g %g %g\n", inf - 1, -inf * -2, one / inf, one / -inf);
    printf("%g %g\n", fmin(nan_, 2), fmax(3, nan_));
    printf("%d %d\n", nan_ ? 1 : 0, -zero ? 1 : 0);
    printf("%d\n", isnan(inf - inf) && isnan(inf * zero) && isnan(sqrt(-one)));
    double den = 4.9e-324 * 3;
    printf("%.17g %.17g %.17g\n", den, den / 2, den * 1e300);
    return 0;
}
