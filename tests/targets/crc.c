// CRC-8, CRC-16, CRC-32 bitwise and by table, Adler-32 and Fletcher-16 of known messages.
#include <stddef.h>
#include <stdint.h>
#include "check.h"

static uint32_t table[256];
static const uint8_t msg[9] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};

static uint8_t crc8(const uint8_t *p, size_t n) { uint8_t c = 0; while (n--) { c ^= *p++; for (int i = 0; i < 8; i++) c = (uint8_t)(c & 0x80 ? c << 1 ^ 0x07 : c << 1); } return c; }
static uint16_t crc16(const uint8_t *p, size_t n) { uint16_t c = 0xffff; while (n--) { c ^= (uint16_t)(*p++ << 8); for (int i = 0; i < 8; i++) c = (uint16_t)(c & 0x8000 ? c << 1 ^ 0x1021 : c << 1); } return c; }
static uint16_t modbus(const uint8_t *p, size_t n) { uint16_t c = 0xffff; while (n--) { c ^= *p++; for (int i = 0; i < 8; i++) c = (uint16_t)(c & 1 ? c >> 1 ^ 0xa001 : c >> 1); } return c; }
static uint32_t crc32_bits(const uint8_t *p, size_t n) { uint32_t c = ~0u; while (n--) { c ^= *p++; for (int i = 0; i < 8; i++) c = c >> 1 ^ (0xedb88320u & -(c & 1)); } return ~c; }
static uint32_t crc32_table(const uint8_t *p, size_t n) { uint32_t c = ~0u; while (n--) c = table[(c ^ *p++) & 255] ^ c >> 8; return ~c; }
static uint64_t crc64(const uint8_t *p, size_t n) { uint64_t c = 0; while (n--) { c ^= (uint64_t)*p++ << 56; for (int i = 0; i < 8; i++) c = c >> 63 ? c << 1 ^ 0x42f0e1eba9ea3693ull : c << 1; } return c; }
static uint32_t adler(const uint8_t *p, size_t n) { uint32_t a = 1, b = 0; while (n--) { a = (a + *p++) % 65521; b = (b + a) % 65521; } return b << 16 | a; }
static uint16_t fletcher(const uint8_t *p, size_t n) { uint16_t a = 0, b = 0; while (n--) { a = (uint16_t)((a + *p++) % 255); b = (uint16_t)((b + a) % 255); } return (uint16_t)(b << 8 | a); }

int main(void) {
    for (uint32_t i = 0; i < 256; i++) { uint32_t c = i; for (int k = 0; k < 8; k++) c = c & 1 ? c >> 1 ^ 0xedb88320u : c >> 1; table[i] = c; }
    CHECK(table[1] == 0x77073096u && table[255] == 0x2d02ef8du);
    CHECK(crc8(msg, 9) == 0xf4);
    CHECK(crc16(msg, 9) == 0x29b1);
    CHECK(modbus(msg, 9) == 0x4b37);
    CHECK(crc32_bits(msg, 9) == 0xcbf43926u && crc32_table(msg, 9) == 0xcbf43926u);
    CHECK(crc64(msg, 9) == 0x6c40df5f0b497347ull);
    CHECK(adler(msg, 9) == 0x091e01deu);
    CHECK(fletcher((const uint8_t *)"abcde", 5) == 0xc8f0);
    static uint8_t big[1000];
    for (int i = 0; i < 1000; i++) big[i] = (uint8_t)(i * i >> 3);
    CHECK(crc32_bits(big, 1000) == crc32_table(big, 1000));
    CHECK(crc32_table(big, 0) == 0);
    return 0;
}
