// Overflow builtins and multi-precision carry builtins.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    int r;
    long lr;
    unsigned char cr;
    printf("%d ", __builtin_add_overflow(INT_MAX, 1, &r)); printf("%d\n", r);
    printf("%d ", __builtin_sub_overflow(INT_MIN, 1, &r)); printf("%d\n", r);
    printf("%d ", __builtin_mul_overflow(65536, 65536, &r)); printf("%d\n", r);
    printf("%d ", __builtin_mul_overflow(46340, 46340, &r)); printf("%d\n", r);
    printf("%d ", __builtin_add_overflow(INT_MAX, 1, &lr)); printf("%ld\n", lr);
    printf("%d ", __builtin_add_overflow(-1, 1u, &lr)); printf("%ld\n", lr);
    printf("%d ", __builtin_sub_overflow(1u, 2, &lr)); printf("%ld\n", lr);
    printf("%d ", __builtin_add_overflow(200, 55, &cr)); printf("%d\n", cr);
    printf("%d ", __builtin_add_overflow(200, 56, &cr)); printf("%d\n", cr);
    printf("%d ", __builtin_mul_overflow(LONG_MIN, -1L, &lr)); printf("%ld\n", lr);
    unsigned u;
    unsigned long long ull;
    printf("%d ", __builtin_uadd_overflow(UINT_MAX, 2, &u)); printf("%u\n", u);
    printf("%d ", __builtin_usub_overflow(1, 2, &u)); printf("%u\n", u);
    printf("%d ", __builtin_umulll_overflow(1ULL << 33, 1ULL << 31, &ull)); printf("%llu\n", ull);
    printf("%d ", __builtin_saddl_overflow(LONG_MAX, 1, &lr)); printf("%ld\n", lr);
    __int128 big;
    printf("%d ", __builtin_mul_overflow((__int128)1 << 100, (__int128)1 << 20, &big)); printf("%llx\n", (unsigned long long)(big >> 64));
    printf("%d\n", __builtin_mul_overflow((__int128)1 << 100, (__int128)1 << 30, &big));
    unsigned long c, x[3] = {~0UL, ~0UL, 5}, y[3] = {1, 0, 7}, z[3], carry = 0;
    for (int i = 0; i < 3; i++) { z[i] = __builtin_addcl(x[i], y[i], carry, &c); carry = c; }
    printf("%lx %lx %lx %lx\n", z[0], z[1], z[2], carry);
    unsigned b = __builtin_subc(3, 5, 0, &u);
    printf("%u %u\n", b, u);
    return 0;
}
