// AES-128 with tables computed at run time: encryption and decryption of the FIPS-197 example.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint8_t sbox[256], inv[256];
static uint8_t mul(uint8_t a, uint8_t b) { uint8_t r = 0; while (b) { if (b & 1) r ^= a; a = (uint8_t)(a << 1 ^ (a & 0x80 ? 0x1b : 0)); b >>= 1; } return r; }
static void tables(void) {
    for (int i = 0; i < 256; i++) {
        uint8_t x = 0;
        if (i) for (int j = 1; j < 256; j++) if (mul((uint8_t)i, (uint8_t)j) == 1) { x = (uint8_t)j; break; }
        uint8_t s = x;
        for (int k = 1; k < 5; k++) s ^= (uint8_t)(x << k | x >> (8 - k));
        sbox[i] = s ^ 0x63;
        inv[sbox[i]] = (uint8_t)i;
    }
}
static void expand(const uint8_t *key, uint8_t w[176]) {
    memcpy(w, key, 16);
    uint8_t rcon = 1;
    for (int i = 16; i < 176; i += 4) {
        uint8_t t[4];
        memcpy(t, w + i - 4, 4);
        if (i % 16 == 0) { uint8_t f = t[0]; t[0] = sbox[t[1]] ^ rcon; t[1] = sbox[t[2]]; t[2] = sbox[t[3]]; t[3] = sbox[f]; rcon = mul(rcon, 2); }
        for (int j = 0; j < 4; j++) w[i + j] = w[i + j - 16] ^ t[j];
    }
}
static void mix(uint8_t *s, int a, int b, int c, int d) {
    for (int i = 0; i < 16; i += 4) {
        uint8_t t[4];
        memcpy(t, s + i, 4);
        for (int j = 0; j < 4; j++) s[i + j] = mul(t[j], (uint8_t)a) ^ mul(t[(j + 1) % 4], (uint8_t)b) ^ mul(t[(j + 2) % 4], (uint8_t)c) ^ mul(t[(j + 3) % 4], (uint8_t)d);
    }
}
static void shift(uint8_t *s, int dir) { uint8_t t[16]; memcpy(t, s, 16); for (int r = 1; r < 4; r++) for (int c = 0; c < 4; c++) s[c * 4 + r] = t[((c + dir * r + 4) % 4) * 4 + r]; }
static void add(uint8_t *s, const uint8_t *k) { for (int i = 0; i < 16; i++) s[i] ^= k[i]; }
static void sub(uint8_t *s, const uint8_t *t) { for (int i = 0; i < 16; i++) s[i] = t[s[i]]; }
static void encrypt(uint8_t *s, const uint8_t *w) {
    add(s, w);
    for (int r = 1; r <= 10; r++) { sub(s, sbox); shift(s, 1); if (r < 10) mix(s, 2, 3, 1, 1); add(s, w + r * 16); }
}
static void decrypt(uint8_t *s, const uint8_t *w) {
    for (int r = 10; r >= 1; r--) { add(s, w + r * 16); if (r < 10) mix(s, 14, 11, 13, 9); shift(s, -1); sub(s, inv); }
    add(s, w);
}
static void hex(const uint8_t *s) { for (int i = 0; i < 16; i++) printf("%02x", s[i]); putchar('\n'); }

int main(void) {
    tables();
    uint8_t key[16], s[16], w[176];
    for (int i = 0; i < 16; i++) { key[i] = (uint8_t)i; s[i] = (uint8_t)(i * 0x11); }
    expand(key, w);
    hex(s);
    encrypt(s, w);
    hex(s);
    for (int i = 0; i < 20; i++) encrypt(s, w);
    hex(s);
    for (int i = 0; i < 21; i++) decrypt(s, w);
    hex(s);
    return 0;
}
