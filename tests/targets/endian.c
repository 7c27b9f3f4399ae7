// Byte order: how integers and floats of every width lie in memory, and conversions to and from both orders.
#include <stdint.h>
#include "check.h"

static uint16_t get16be(const unsigned char *p) { return (uint16_t)(p[0] << 8 | p[1]); }
static uint32_t get32be(const unsigned char *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }
static uint32_t get32le(const unsigned char *p) { return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0]; }
static void put32be(unsigned char *p, uint32_t v) { for (int i = 3; i >= 0; i--, v >>= 8) p[i] = (unsigned char)v; }
static uint32_t host_from_be(uint32_t v) { return LITTLE ? __builtin_bswap32(v) : v; }

static volatile uint16_t h = 0x1122;
static volatile uint32_t w = 0x11223344;
static volatile uint64_t d = 0x1122334455667788ull;
static volatile float f = 1.0f;
static volatile double g = 1.0;
static const _Alignas(8) unsigned char raw[8] = {0xde, 0xad, 0xbe, 0xef, 0x01, 0x02, 0x03, 0x04};
static uint32_t array[2] = {0x01020304, 0x05060708};

int main(void) {
    unsigned char *p = (unsigned char *)&h;
    CHECK(p[0] == (LITTLE ? 0x22 : 0x11));
    CHECK(p[1] == (LITTLE ? 0x11 : 0x22));
    p = (unsigned char *)&w;
    for (int i = 0; i < 4; i++) CHECK(p[i] == (LITTLE ? 0x44 - i * 0x11 : 0x11 + i * 0x11));
    p = (unsigned char *)&d;
    for (int i = 0; i < 8; i++) CHECK(p[i] == (LITTLE ? 0x88 - i * 0x11 : 0x11 + i * 0x11));
    p = (unsigned char *)&f;
    CHECK(p[LITTLE ? 3 : 0] == 0x3f && p[LITTLE ? 2 : 1] == 0x80 && p[LITTLE ? 0 : 3] == 0);
    p = (unsigned char *)&g;
    CHECK(p[LITTLE ? 7 : 0] == 0x3f && p[LITTLE ? 6 : 1] == 0xf0 && p[LITTLE ? 0 : 7] == 0);
    CHECK(*(unsigned short *)&w == (LITTLE ? 0x3344 : 0x1122));
    CHECK(((uint32_t *)&d)[0] == (LITTLE ? 0x55667788u : 0x11223344u));
    CHECK(get16be(raw) == 0xdead && get32be(raw) == 0xdeadbeefu && get32le(raw) == 0xefbeaddeu);
    CHECK(*(const uint32_t *)(const void *)raw == (LITTLE ? 0xefbeaddeu : 0xdeadbeefu));
    CHECK(host_from_be(*(const uint32_t *)(const void *)raw) == 0xdeadbeefu);
    unsigned char out[4];
    put32be(out, 0xcafebabeu);
    CHECK(out[0] == 0xca && out[3] == 0xbe && get32be(out) == 0xcafebabeu);
    p = (unsigned char *)array;
    CHECK(p[4] == (LITTLE ? 8 : 5) && p[3] == (LITTLE ? 1 : 4));
    p[1] = 0xff;
    CHECK(array[0] == (LITTLE ? 0x0102ff04u : 0x01ff0304u));
    uint64_t acc = 0;
    for (int i = 0; i < 8; i++) ((unsigned char *)&acc)[i] = raw[i];
    CHECK(acc == (LITTLE ? 0x04030201efbeaddeull : 0xdeadbeef01020304ull));
    union { uint64_t u; uint8_t b[8]; uint16_t s[4]; } u = {.u = 0x0102030405060708ull};
    CHECK(u.b[0] == (LITTLE ? 8 : 1) && u.s[3] == (LITTLE ? 0x0102 : 0x0708));
    CHECK(__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap64(d) == 0x8877665544332211ull);
    return 0;
}
