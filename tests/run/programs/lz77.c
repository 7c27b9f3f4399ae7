// LZ77 compression and decompression of generated text, verified, with a checksum (Adler-32).
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 6000, WINDOW = 255, MAXLEN = 63 };
static uint8_t in[N], out[2 * N], back[N];

static size_t pack(const uint8_t *s, size_t n, uint8_t *o) {
    size_t k = 0;
    for (size_t i = 0; i < n;) {
        size_t best = 0, dist = 0;
        for (size_t d = 1; d <= WINDOW && d <= i; d++) {
            size_t l = 0;
            while (l < MAXLEN && i + l < n && s[i + l] == s[i + l - d]) l++;
            if (l > best) { best = l; dist = d; }
        }
        if (best >= 3) { o[k++] = (uint8_t)(0x80 | best); o[k++] = (uint8_t)dist; i += best; }
        else o[k++] = s[i++];
    }
    return k;
}
static size_t unpack(const uint8_t *s, size_t n, uint8_t *o) {
    size_t k = 0;
    for (size_t i = 0; i < n;) {
        if (s[i] & 0x80) { size_t l = s[i] & 0x7f, d = s[i + 1]; i += 2; while (l--) { o[k] = o[k - d]; k++; } }
        else o[k++] = s[i++];
    }
    return k;
}
static uint32_t adler(const uint8_t *p, size_t n) { uint32_t a = 1, b = 0; while (n--) { a = (a + *p++) % 65521; b = (b + a) % 65521; } return b << 16 | a; }

int main(void) {
    static const char *words[] = {"alpha ", "beta ", "gamma ", "delta ", "epsilon\n", "zeta ", "eta "};
    size_t n = 0;
    uint32_t r = 17;
    while (n < N - 10) { r = r * 1664525 + 1013904223; const char *w = words[(r >> 20) % 7]; memcpy(in + n, w, strlen(w)); n += strlen(w); }
    size_t c = pack(in, n, out), u = unpack(out, c, back);
    printf("%zu %zu %zu %d %08x %08x\n", n, c, u, memcmp(in, back, n), adler(in, n), adler(out, c));
    return 0;
}
