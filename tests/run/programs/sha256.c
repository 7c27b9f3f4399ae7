// SHA-256 over several messages, checked against the published digests by eye in the output.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t K[64], H0[8];
static uint32_t ror(uint32_t v, int n) { return v >> n | v << (32 - n); }
static void tables(void) {
    int n = 0;
    for (uint32_t p = 2; n < 64; p++) {
        int prime = 1;
        for (uint32_t d = 2; d * d <= p; d++) if (p % d == 0) { prime = 0; break; }
        if (!prime) continue;
        // 32 fractional bits of the square and the cube root, by bisection in integers.
        unsigned __int128 lo = 0, hi = (unsigned __int128)1 << 40;
        while (hi - lo > 1) { unsigned __int128 m = (lo + hi) / 2; if (m * m * m <= (unsigned __int128)p << 96) lo = m; else hi = m; }
        K[n] = (uint32_t)lo;
        if (n < 8) {
            lo = 0; hi = (unsigned __int128)1 << 40;
            while (hi - lo > 1) { unsigned __int128 m = (lo + hi) / 2; if (m * m <= (unsigned __int128)p << 64) lo = m; else hi = m; }
            H0[n] = (uint32_t)lo;
        }
        n++;
    }
}
static void block(uint32_t h[8], const uint8_t *b) {
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++) w[i] = (uint32_t)b[4 * i] << 24 | (uint32_t)b[4 * i + 1] << 16 | (uint32_t)b[4 * i + 2] << 8 | b[4 * i + 3];
    for (int i = 16; i < 64; i++)
        w[i] = w[i - 16] + w[i - 7] + (ror(w[i - 15], 7) ^ ror(w[i - 15], 18) ^ w[i - 15] >> 3) + (ror(w[i - 2], 17) ^ ror(w[i - 2], 19) ^ w[i - 2] >> 10);
    memcpy(s, h, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t t1 = s[7] + (ror(s[4], 6) ^ ror(s[4], 11) ^ ror(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[i] + w[i];
        uint32_t t2 = (ror(s[0], 2) ^ ror(s[0], 13) ^ ror(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof s[0]);
        s[4] += t1;
        s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; i++) h[i] += s[i];
}
static void sha256(const void *data, size_t n) {
    uint32_t h[8];
    uint8_t last[128] = {0};
    const uint8_t *p = data;
    uint64_t bits = (uint64_t)n * 8;
    memcpy(h, H0, sizeof h);
    for (; n >= 64; n -= 64, p += 64) block(h, p);
    memcpy(last, p, n);
    last[n] = 0x80;
    size_t end = n < 56 ? 64 : 128;
    for (int i = 0; i < 8; i++) last[end - 1 - (size_t)i] = (uint8_t)(bits >> (8 * i));
    block(h, last);
    if (end == 128) block(h, last + 64);
    for (int i = 0; i < 8; i++) printf("%08x", h[i]);
    putchar('\n');
}

int main(void) {
    tables();
    sha256("", 0);
    sha256("abc", 3);
    sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56);
    static char big[5000];
    memset(big, 'a', sizeof big);
    sha256(big, sizeof big);
    return 0;
}
