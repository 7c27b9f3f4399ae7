// Values at the edges that are still defined: shifts by width-1, INT_MIN arithmetic, unsigned wrap, narrow division.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int m = INT_MIN;
    printf("%d %d %d %d\n", m / 2, m % 2, m / INT_MIN, m - -1);
    printf("%d %d\n", m >> 31, (int)((unsigned)m >> 31));
    signed char c = -128;
    short s = -32768;
    printf("%d %d %d\n", c / -1, s / -1, c % -1);
    printf("%u %u\n", 0u - 1u, UINT_MAX * UINT_MAX);
    printf("%u\n", (unsigned)m / (unsigned)-1);
    printf("%lld\n", (long long)m * -1);
    uint16_t a = 65535, b = 65535;
    printf("%u\n", (unsigned)a * b);
    printf("%d %d\n", 1 << 30, -(1 << 30) * 2);
    printf("%llu\n", 1ULL << 63);
    int64_t big = INT64_MAX;
    printf("%lld %lld\n", (long long)(big / -1), (long long)(-big - 1));
    printf("%d %d\n", -7 / 2 * 2 + -7 % 2, 7 % -2);
    printf("%g %g\n", 1.0 / 0.5, -0.0 / 5);
    volatile double z = 0;
    printf("%g %g\n", 1 / z, -1 / z);
    printf("%d\n", (int)-2147483648.0);
    return 0;
}
