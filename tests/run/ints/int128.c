// 128-bit integers: arithmetic, shifts, comparison, division, printing by hand.
#include <stdio.h>
#include <string.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static const char *dec(u128 v) {
    static char buf[4][48];
    static int turn;
    char *p = buf[turn++ & 3] + 47;
    *p = '\0';
    do *--p = (char)('0' + (int)(v % 10)); while (v /= 10);
    return p;
}

static const char *sdec(i128 v) {
    static char buf[50];
    if (v >= 0) return dec((u128)v);
    buf[0] = '-';
    strcpy(buf + 1, dec(-(u128)v));
    return buf;
}

int main(void) {
    u128 a = ((u128)0x0123456789abcdefULL << 64) | 0xfedcba9876543210ULL, b = 0x1000000007ULL;
    puts(dec(a));
    puts(dec(a + b));
    puts(dec(a - b * 77));
    puts(dec(a * b));
    puts(dec(a / b));
    puts(dec(a % b));
    puts(dec(a / (a >> 3)));
    puts(dec(~(u128)0));
    for (int s = 0; s < 128; s += 21)
        printf("%s %s\n", dec(a << s), dec(a >> s));
    i128 n = -(i128)(a >> 1);
    puts(sdec(n));
    puts(sdec(n / 1000003));
    puts(sdec(n % 1000003));
    puts(sdec(n >> 70));
    puts(sdec(n * -3));
    printf("%d %d %d %d\n", n < 0, a > b, (u128)n > a, n == -n);
    printf("%.17g %.17g\n", (double)a, (double)n);
    printf("%.17g %.9g\n", (double)(i128)1e30, (float)a);
    puts(dec((u128)1.5e38));
    puts(dec((a & b) | (a ^ (b << 60))));
    i128 arr[3] = {1, -2, 3}, sum = 0;
    for (int i = 0; i < 3; i++) sum += arr[i] * arr[i] * arr[i];
    puts(sdec(sum));
    printf("%zu %zu\n", sizeof(i128), _Alignof(i128));
    return 0;
}
