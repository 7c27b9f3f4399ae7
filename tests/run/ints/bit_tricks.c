// Bit manipulation in plain C: population count, reversal, rotation, gray code, next permutation, square root.
#include <stdint.h>
#include <stdio.h>

static unsigned popcount(uint32_t v) {
    v = v - ((v >> 1) & 0x55555555);
    v = (v & 0x33333333) + ((v >> 2) & 0x33333333);
    return (((v + (v >> 4)) & 0xf0f0f0f) * 0x1010101) >> 24;
}
static uint32_t reverse(uint32_t v) {
    uint32_t r = 0;
    for (int i = 0; i < 32; i++, v >>= 1) r = r << 1 | (v & 1);
    return r;
}
static uint32_t rotl(uint32_t v, unsigned n) { return v << (n & 31) | v >> (-n & 31); }
static uint64_t rotr64(uint64_t v, unsigned n) { return v >> (n & 63) | v << (-n & 63); }
static uint32_t next_perm(uint32_t v) {
    uint32_t t = v | (v - 1);
    return (t + 1) | (((~t & -~t) - 1) >> (__builtin_ctz(v) + 1));
}
static uint32_t isqrt(uint64_t n) {
    uint64_t r = 0;
    for (uint64_t bit = 1ull << 62; bit; bit >>= 2)
        if (n >= r + bit) { n -= r + bit; r = (r >> 1) + bit; }
        else r >>= 1;
    return (uint32_t)r;
}

int main(void) {
    uint32_t v = 0x12345678;
    for (int i = 0; i < 8; i++) {
        printf("%08x %u %08x %08x %016llx\n", v, popcount(v), reverse(v), rotl(v, (unsigned)i * 5),
               (unsigned long long)rotr64((uint64_t)v << 20 | v, (unsigned)i * 9));
        v = v * 1664525 + 1013904223;
    }
    uint32_t p = 7;
    for (int i = 0; i < 10; i++, p = next_perm(p)) printf("%x ", p);
    putchar('\n');
    for (unsigned i = 0; i < 16; i++) printf("%x ", i ^ i >> 1);
    putchar('\n');
    for (uint64_t n = 1; n < 1ull << 60; n *= 977) printf("%u ", isqrt(n));
    putchar('\n');
    return 0;
}
