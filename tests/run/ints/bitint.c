// cflags: -std=c23
// _BitInt of odd widths: wrap-around, sign, mixing, arrays, structures.
#include <stdio.h>

typedef unsigned _BitInt(24) u24;
typedef _BitInt(24) i24;
typedef unsigned _BitInt(3) u3;
typedef _BitInt(7) i7;
typedef unsigned _BitInt(65) u65;
typedef _BitInt(128) i128;

struct rgb {
    u24 packed;
    unsigned char alpha;
};

static u24 blend(u24 a, u24 b) { return (a >> 1) + (b >> 1) + (a & b & 1); }

int main(void) {
    u24 x = 0xffffff;
    x += 2;
    printf("%u\n", (unsigned)x);
    x *= 0xabcdef;
    printf("%x\n", (unsigned)x);
    i24 s = 0x7fffff;
    printf("%d %d\n", (int)s, (int)(i24)(u24)((u24)s + 1));
    u3 t = 0;
    for (int i = 0; i < 10; i++, t++) printf("%u", (unsigned)t);
    putchar('\n');
    i7 n = -64;
    printf("%d %d %d\n", (int)n, (int)(n / 3), (int)(n % 3));
    u65 big = ((u65)1 << 64) + 12345;
    printf("%llu %llu\n", (unsigned long long)(big >> 1), (unsigned long long)(big % 1000000007));
    u65 wrap = big + big;
    printf("%llu\n", (unsigned long long)wrap);
    i128 h = -((i128)1 << 100);
    printf("%lld %llx\n", (long long)(h >> 96), (unsigned long long)(h >> 64));
    printf("%x\n", (unsigned)blend(0x112233, 0x445566));
    struct rgb p[3] = {{0x123456, 1}, {0xfedcba, 2}, {0, 3}};
    p[2].packed = p[0].packed ^ p[1].packed;
    for (int i = 0; i < 3; i++) printf("%06x.%d ", (unsigned)p[i].packed, p[i].alpha);
    printf("\n%zu %zu %zu %zu\n", sizeof(u24), sizeof(u3), sizeof(u65), sizeof(struct rgb));
    printf("%d %d\n", x > s, (i24)-1 < (i24)0);
    u24 arr[5];
    for (int i = 0; i < 5; i++) arr[i] = (u24)(i * 0x3fffff);
    u24 sum = 0;
    for (int i = 0; i < 5; i++) sum += arr[i];
    printf("%x %.1f\n", (unsigned)sum, (double)arr[4]);
    return 0;
}
