// Every integer type: sizes, limits, wrap-around of the unsigned ones, arithmetic of the signed ones.
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

#define SHOW_S(T) printf("%-12s %zu %zu\n", #T, sizeof(T), _Alignof(T))

int main(void) {
    SHOW_S(char); SHOW_S(short); SHOW_S(int); SHOW_S(long); SHOW_S(long long); SHOW_S(bool); SHOW_S(void *);
    printf("%d %d %d %d\n", SCHAR_MIN, SCHAR_MAX, CHAR_MIN, UCHAR_MAX);
    printf("%d %d %u\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
    printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
    printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
    printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    printf("%" PRId8 " %" PRIu16 " %" PRIx32 " %" PRIo64 "\n", (int8_t)-5, (uint16_t)65535, (uint32_t)0xbeef, (uint64_t)8);
    unsigned char uc = 250; uc += 10;
    unsigned short us = 65530; us += 10;
    unsigned ui = UINT_MAX; ui += 3;
    unsigned long ul = 0; ul -= 1;
    printf("%u %u %u %lu\n", uc, us, ui, ul);
    signed char sc = 127; sc = (signed char)(sc + 1);
    short ss = 32767; ss = (short)(ss + 1);
    printf("%d %d\n", sc, ss);
    bool b = 256; b += 5;
    printf("%d %d %d\n", b, (bool)0.3, !b);
    for (int i = -7; i <= 7; i += 7)
        for (int j = -3; j <= 3; j += 3)
            if (j) printf("%d/%d=%d %d%%%d=%d\n", i, j, i / j, i, j, i % j);
    printf("%d %d %u %u\n", -17 >> 2, 17 >> 2, (unsigned)-17 >> 2, 1u << 31);
    printf("%lld %llu\n", -1LL >> 63, (unsigned long long)-1 >> 63);
    printf("%d\n", 'a' + L'b' + '\377' + '\x7f');
    printf("%zu %zu %zu\n", sizeof('a'), sizeof(1 + 1L), sizeof((char)1 + (char)1));
    return 0;
}
