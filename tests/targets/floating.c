// float and double: arithmetic, comparison, conversion and their bits; soft-float targets must give the same.
#include <float.h>
#include <stdint.h>
#include "check.h"

static uint64_t bits(double d) { union { double d; uint64_t u; } x = {d}; return x.u; }
static uint32_t bitsf(float f) { union { float f; uint32_t u; } x = {f}; return x.u; }
static volatile double one = 1, three = 3, tenth = 0.1, zero = 0, huge = 1e308;
static volatile float fone = 1, fthree = 3, ften = 0.1f;

static double root(double a) { double x = a; for (int i = 0; i < 100; i++) { double n = (x + a / x) / 2; if (n == x) break; x = n; } return x; }
static double power(double b, int n) { double r = 1; for (int k = n < 0 ? -n : n; k; k >>= 1, b *= b) if (k & 1) r *= b; return n < 0 ? 1 / r : r; }
static double exponential(double x) { double s = 1, t = 1; for (int i = 1; i < 30; i++) { t *= x / i; s += t; } return s; }

int main(void) {
    CHECK(bits(one / three) == 0x3fd5555555555555ull && bitsf(fone / fthree) == 0x3eaaaaabu);
    CHECK(bits(tenth + 0.2) == 0x3fd3333333333334ull && bitsf(ften + 0.2f) == 0x3e99999au);
    CHECK(bits(tenth * three) == 0x3fd3333333333334ull && bits(tenth - three) == 0xc007333333333333ull);
    CHECK(bits(-zero) == 0x8000000000000000ull && -zero == zero && bits(one / -zero) == 0xfff0000000000000ull);
    CHECK(huge * 10 > DBL_MAX && -huge * 10 < -DBL_MAX);
    double nan = zero / zero;
    CHECK(nan != nan && !(nan < 1) && !(nan > 1) && !(nan == 1) && !(one <= nan));
    CHECK(one < three && three >= one && !(one > three) && one != three && fone < three);
    CHECK((int)2.99 == 2 && (int)-2.99 == -2 && (unsigned)4e9 == 4000000000u && (int64_t)1e18 == 1000000000000000000ll);
    CHECK((double)4000000000u == 4e9 && (float)16777217 == 16777216.0f && (double)-5 == -5.0 && (double)(1ull << 63) == 9223372036854775808.0);
    CHECK((float)tenth == ften && (double)ften != tenth && bits((double)ften) == 0x3fb99999a0000000ull);
    CHECK(bitsf((float)1e-40) == 0x000116c2u && bits(5e-324) == 1 && 5e-324 / 2 == 0);
    CHECK(bits(root(2)) == 0x3ff6a09e667f3bccull && root(81) == 9);
    CHECK(power(1.5, 10) == 57.6650390625 && power(2, -3) == 0.125 && power(-3, 3) == -27);
    CHECK(exponential(1) > 2.718281828459044 && exponential(1) < 2.718281828459046);
    double sum = 0;
    for (int i = 1; i <= 1000; i++) sum += 1.0 / i;
    CHECK(bits(sum) == 0x401df11f45f4e618ull);
    float fs = 0;
    for (int i = 1; i <= 1000; i++) fs += 1.0f / (float)i;
    CHECK(bitsf(fs) == 0x40ef890au);
    double v[4] = {3.5, -1.25, 1e10, 0};
    for (int i = 0; i < 3; i++) for (int j = i + 1; j < 4; j++) if (v[j] < v[i]) { double t = v[i]; v[i] = v[j]; v[j] = t; }
    CHECK(v[0] == -1.25 && v[1] == 0 && v[2] == 3.5 && v[3] == 1e10);
    int n = 7;
    n *= 1.5; CHECK(n == 10);
    n += tenth * 25; CHECK(n == 12);
    float f = 5; f /= 4; f++; CHECK(f == 2.25f);
    CHECK((one ? 1 : 0) && !zero && (tenth && three) && !(zero || nan * 0 == 0));
    CHECK(__builtin_fabs(-three) == 3 && -tenth < 0 && +three == 3);
    return 0;
}
