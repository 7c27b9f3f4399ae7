// Conversions among integer types: extension, truncation, sign change, the usual arithmetic conversions.
#include <stdint.h>
#include <stdio.h>

static uint64_t mix(int8_t a, uint8_t b, int16_t c, uint16_t d, int32_t e, uint32_t f) {
    return (uint64_t)a ^ b << 8 ^ (uint64_t)c << 16 ^ (uint64_t)d << 24 ^ (uint64_t)e ^ (uint64_t)f << 32;
}

int main(void) {
    int64_t v[] = {0, 1, -1, 127, 128, 255, 256, -128, -129, 32767, 32768, 65535, -32769, 2147483647LL, 2147483648LL,
                   -2147483649LL, 4294967295LL, 4294967296LL, INT64_MAX, INT64_MIN};
    for (unsigned i = 0; i < sizeof v / sizeof v[0]; i++) {
        int64_t x = v[i];
        printf("%lld: %d %u %d %u %d %u %d\n", (long long)x, (int8_t)x, (uint8_t)x, (int16_t)x, (uint16_t)x,
               (int32_t)x, (uint32_t)x, (_Bool)x);
        printf("  %llx\n", (unsigned long long)mix((int8_t)x, (uint8_t)x, (int16_t)x, (uint16_t)x, (int32_t)x, (uint32_t)x));
    }
    printf("%d %d\n", -1 < 1u, (signed char)-1 == 255u);
    printf("%d %d\n", -1L < 1u, (unsigned char)200 + (unsigned char)100);
    unsigned char c = 0x80;
    printf("%d %d\n", ~c, (unsigned char)~c);
    printf("%d %d\n", c << 1, (signed char)c >> 1);
    char plain = (char)0xe9;
    printf("%d %d\n", plain, (unsigned char)plain);
    enum small { A = -2, B = 7 };
    enum large { C = 0x100000000LL, D };
    printf("%d %d %zu %lld\n", A, B, sizeof(enum small), (long long)D);
    return 0;
}
