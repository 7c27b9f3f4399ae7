// Bit builtins: clz, ctz, popcount, parity, ffs, bswap, bitreverse, rotate, in all widths.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    unsigned v[] = {1, 2, 0x80000000u, 0xffffffffu, 0x00f0f000u, 12345};
    for (int i = 0; i < 6; i++)
        printf("%d %d %d %d %d %x %x\n", __builtin_clz(v[i]), __builtin_ctz(v[i]), __builtin_popcount(v[i]), __builtin_parity(v[i]),
               __builtin_ffs((int)v[i]), __builtin_bswap32(v[i]), __builtin_bitreverse32(v[i]));
    unsigned long long w[] = {1, 1ULL << 63, 0x123456789abcdef0ULL, ~0ULL};
    for (int i = 0; i < 4; i++)
        printf("%d %d %d %d %d %llx %llx\n", __builtin_clzll(w[i]), __builtin_ctzll(w[i]), __builtin_popcountll(w[i]), __builtin_parityll(w[i]),
               __builtin_ffsll((long long)w[i]), (unsigned long long)__builtin_bswap64(w[i]), (unsigned long long)__builtin_bitreverse64(w[i]));
    printf("%d %d\n", __builtin_ffs(0), __builtin_ffsll(0));
    printf("%x %x %x\n", __builtin_bswap16(0x1234), __builtin_bitreverse8(0x13), __builtin_bitreverse16(0x1234));
    printf("%x %x\n", __builtin_rotateleft32(0x80000001u, 4), __builtin_rotateright8(0x81, 1));
    printf("%llx %x\n", (unsigned long long)__builtin_rotateleft64(0x8000000000000001ULL, 63), __builtin_rotateright16(0x1234, 4));
    printf("%d %d %d\n", __builtin_clrsb(0), __builtin_clrsb(-1), __builtin_clrsbll(255));
    printf("%d %d\n", __builtin_abs(-5), (int)__builtin_llabs(-5000000000LL % 7));
    return 0;
}
