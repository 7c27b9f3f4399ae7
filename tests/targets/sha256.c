// SHA-256 in 32-bit arithmetic, independent of the byte order.
#include <stddef.h>
#include <stdint.h>
#include "check.h"

static uint32_t k[64], init[8];
static uint32_t ror(uint32_t v, unsigned n) { return v >> n | v << (32 - n); }

// The first 32 fractional bits of a root of a small number, by bisection over 64-bit fixed-point.
static uint32_t fraction(uint32_t p, int cube) {
    uint32_t whole = 1;
    while ((cube ? (whole + 1) * (whole + 1) * (whole + 1) : (whole + 1) * (whole + 1)) <= p) whole++;
    uint32_t frac = 0;
    for (int bit = 31; bit >= 0; bit--) {
        uint32_t f = frac | 1u << bit;
        // v = whole.f with 32 fractional bits; compare v^2 or v^3 with p in limbs of 32 bits.
        uint32_t v[2] = {f, whole}, acc[8] = {1, 0, 0, 0, 0, 0, 0, 0}, t[8];
        for (int turn = 0; turn < (cube ? 3 : 2); turn++) {
            for (int i = 0; i < 8; i++) t[i] = 0;
            for (int i = 0; i < 6; i++) {
                uint64_t carry = 0;
                for (int j = 0; j < 2; j++) { carry += (uint64_t)acc[i] * v[j] + t[i + j]; t[i + j] = (uint32_t)carry; carry >>= 32; }
                t[i + 2] += (uint32_t)carry;
            }
            for (int i = 0; i < 8; i++) acc[i] = t[i];
        }
        if (acc[cube ? 3 : 2] < p) frac = f;
    }
    return frac;
}
static void block(uint32_t h[8], const uint8_t *p) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++) w[i] = (uint32_t)p[4 * i] << 24 | (uint32_t)p[4 * i + 1] << 16 | (uint32_t)p[4 * i + 2] << 8 | p[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] + (ror(w[i - 15], 7) ^ ror(w[i - 15], 18) ^ w[i - 15] >> 3) + (ror(w[i - 2], 17) ^ ror(w[i - 2], 19) ^ w[i - 2] >> 10);
    for (int i = 0; i < 8; i++) s[i] = h[i];
    for (int i = 0; i < 64; i++) {
        uint32_t a = s[7] + (ror(s[4], 6) ^ ror(s[4], 11) ^ ror(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
        uint32_t b = (ror(s[0], 2) ^ ror(s[0], 13) ^ ror(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        for (int j = 7; j > 0; j--) s[j] = s[j - 1];
        s[4] += a;
        s[0] = a + b;
    }
    for (int i = 0; i < 8; i++) h[i] += s[i];
}
static void sha256(const uint8_t *p, size_t n, uint32_t h[8]) {
    uint8_t last[128];
    uint64_t bits = (uint64_t)n * 8;
    for (int i = 0; i < 8; i++) h[i] = init[i];
    for (; n >= 64; n -= 64, p += 64) block(h, p);
    size_t end = n < 56 ? 64 : 128;
    for (size_t i = 0; i < end; i++) last[i] = i < n ? p[i] : i == n ? 0x80 : i >= end - 8 ? (uint8_t)(bits >> (8 * (end - 1 - i))) : 0;
    block(h, last);
    if (end == 128) block(h, last + 64);
}

int main(void) {
    int n = 0;
    for (uint32_t p = 2; n < 64; p++) {
        int prime = 1;
        for (uint32_t d = 2; d * d <= p; d++) if (p % d == 0) prime = 0;
        if (!prime) continue;
        k[n] = fraction(p, 1);
        if (n < 8) init[n] = fraction(p, 0);
        n++;
    }
    CHECK(init[0] == 0x6a09e667u && init[7] == 0x5be0cd19u && k[0] == 0x428a2f98u && k[63] == 0xc67178f2u);
    uint32_t h[8];
    sha256((const uint8_t *)"", 0, h);
    CHECK(h[0] == 0xe3b0c442u && h[7] == 0x7852b855u);
    sha256((const uint8_t *)"abc", 3, h);
    CHECK(h[0] == 0xba7816bfu && h[1] == 0x8f01cfeau && h[7] == 0xf20015adu);
    sha256((const uint8_t *)"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56, h);
    CHECK(h[0] == 0x248d6a61u && h[7] == 0x19db06c1u);
    static uint8_t a[1000];
    for (int i = 0; i < 1000; i++) a[i] = 'a';
    sha256(a, 1000, h);
    CHECK(h[0] == 0x41edece4u && h[7] == 0xb9737ea3u);
    return 0;
}
