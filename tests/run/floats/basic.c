// float and double: arithmetic, comparison, conversion, printing with all digits.
#include <float.h>
#include <stdio.h>

int main(void) {
    float f[] = {0.0f, -0.0f, 1.0f / 3, 1e-40f, FLT_MAX, FLT_MIN, FLT_EPSILON, -123456.789f};
    double d[] = {0.0, -0.0, 1.0 / 3, 1e-310, DBL_MAX, DBL_MIN, DBL_EPSILON, -123456.789};
    for (int i = 0; i < 8; i++) {
        printf("%.9g %a %.17g %a\n", f[i], f[i], d[i], d[i]);
        printf("%.9g %.17g %.17g\n", f[i] * 1.1f, d[i] * 1.1, f[i] + d[i]);
        printf("%d %d %d %d %d %d\n", f[i] < d[i], f[i] <= d[i], f[i] == d[i], f[i] != d[i], f[i] > d[i], f[i] >= d[i]);
    }
    float s = 0;
    double t = 0;
    for (int i = 1; i <= 1000; i++) { s += 1.0f / (float)i; t += 1.0 / i; }
    printf("%.9g %.17g\n", s, t);
    printf("%d %d %d %u\n", (int)3.99, (int)-3.99, (int)-0.5f, (unsigned)3e9);
    printf("%lld %llu\n", (long long)-9.2e18, (unsigned long long)1.8e19);
    printf("%.9g %.17g %.17g\n", (float)16777217, (double)9007199254740993LL, (double)18446744073709551615ULL);
    printf("%d %d\n", (char)65.7, (short)-1234.5);
    printf("%.17g %.9g\n", 0.1 + 0.2, 0.1f + 0.2f);
    double x = 5.5;
    x++; --x; x += 2; x -= 0.25; x *= 3; x /= 7;
    printf("%.17g %d %d\n", x, !x, x && 1);
    printf("%.17g %.17g\n", -x, +x);
    printf("%zu %zu %zu\n", sizeof(float), sizeof(double), sizeof(1.0f * 1.0));
    return 0;
}
