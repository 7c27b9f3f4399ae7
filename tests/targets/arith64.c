// 64-bit arithmetic, which 32-bit targets do in pieces: carry, multiplication, division, shifts, comparison, conversion.
#include <stdint.h>
#include "check.h"

static volatile uint64_t a = 0xfedcba9876543210ull, b = 0x0123456789abcdefull;
static volatile int64_t s = -1234567890123456789ll, t = 987654321;

static uint64_t mulmod(uint64_t x, uint64_t y, uint64_t m) { uint64_t r = 0; x %= m; while (y) { if (y & 1) r = (r + x) % m; x = x * 2 % m; y >>= 1; } return r; }
static uint64_t isqrt(uint64_t n) { uint64_t r = 0, bit = 1ull << 62; while (bit) { if (n >= r + bit) { n -= r + bit; r = (r >> 1) + bit; } else r >>= 1; bit >>= 2; } return r; }
static unsigned digits(uint64_t v) { unsigned s2 = 0; while (v) { s2 += (unsigned)(v % 10); v /= 10; } return s2; }

int main(void) {
    CHECK(a + b == 0xffffffffffffffffull && a + b + 1 == 0 && a - b == 0xfdb97530eca86421ull && b - a == 0x02468acf13579bdfull);
    CHECK(a * b == 0x2236d88fe5618cf0ull && (uint32_t)(a >> 32) * (uint64_t)(uint32_t)b == 0x890f2a50ad05ebe8ull);
    CHECK(a / b == 224 && a % b == 0xf0);
    CHECK(a / 1000000007u == 18364758415ull && a % 1000000007u == 939755815);
    CHECK(s / t == -1249999988 && s % t == -725308641);
    CHECK(s / -7 == 176366841446208112ll && s % -7 == -5);
    CHECK((s >> 5) == -38580246566358025ll && ((uint64_t)s >> 60) == 14);
    for (int i = 0; i < 64; i++) {
        volatile int n = i;
        CHECK((1ull << n) >> n == 1);
        CHECK((a << n) >> n == (n ? a & (~0ull >> n) : a));
        CHECK(((int64_t)a >> n) == (int64_t)(n ? (a >> n | ~(~0ull >> n)) : a));
        CHECK((uint32_t)((1ull << n) >> 32) == (n >= 32 ? 1u << (n - 32) : 0));
    }
    CHECK(a > b && s < t && (int64_t)a < 0 && a > (uint64_t)t && !(s > t) && s <= s && a != b);
    CHECK((s < 0) && (s == -1234567890123456789ll) && !(s == (int32_t)s));
    CHECK((double)b == 81985529216486895.0 && (int64_t)1e15 == 1000000000000000ll && (uint64_t)1.8e19 == 18000000000000000000ull);
    CHECK((int64_t)-2.75 == -2 && (float)(1ll << 40) == 1099511627776.0f && (double)s == -1234567890123456800.0);
    CHECK((int32_t)s == (int32_t)(uint32_t)(uint64_t)s && (uint16_t)a == 0x3210 && (int8_t)a == 0x10);
    CHECK((~a & b) == b && (a | b) == ~0ull && (a ^ b) == ~0ull && -s == 1234567890123456789ll);
    CHECK(mulmod(123456789012345ull, 987654321098765ull, 1000000000039ull) == 745390891703ull);
    CHECK(isqrt(a) == 4285412295u && isqrt(~0ull) == 4294967295u && isqrt(99) == 9);
    CHECK(digits(18446744073709551615ull) == 87);
    CHECK(__builtin_clzll(b) == 7 && __builtin_ctzll(a) == 4 && __builtin_popcountll(a) == 32 && __builtin_bswap64(b) == 0xefcdab8967452301ull);
    uint64_t x = 88172645463325252ull, acc = 0;
    for (int i = 0; i < 100; i++) { x ^= x << 13; x ^= x >> 7; x ^= x << 17; acc += x; }
    CHECK(acc == 0x9a65ad078469704full);
    uint64_t fact = 1;
    for (int i = 2; i <= 20; i++) fact *= (uint64_t)i;
    CHECK(fact == 2432902008176640000ull);
    int64_t r;
    CHECK(__builtin_add_overflow(INT64_MAX, 1, &r) && r == INT64_MIN && !__builtin_sub_overflow(s, t, &r) && r == s - t);
    CHECK(__builtin_mul_overflow(s, 8, &r) && !__builtin_mul_overflow(t, t, &r) && r == 975461057789971041ll);
    a++; s--;
    CHECK(a == 0xfedcba9876543211ull && s == -1234567890123456790ll);
    return 0;
}
