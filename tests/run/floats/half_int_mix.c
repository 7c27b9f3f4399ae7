// Mixed int and floating expressions, conditional operators with different types, float bit-patterns.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static float rsqrt(float x) {
    float h = x / 2, y;
    uint32_t i;
    memcpy(&i, &x, 4);
    i = 0x5f3759df - (i >> 1);
    memcpy(&y, &i, 4);
    return y * (1.5f - h * y * y);
}

int main(void) {
    for (float x = 0.5f; x < 1e6f; x *= 7) printf("%.9g ", rsqrt(x));
    putchar('\n');
    int i = 3;
    unsigned u = 4000000000u;
    float f = 0.1f;
    double d = i + f * 2 - u / 3.0;
    printf("%.17g\n", d);
    printf("%.17g %.17g\n", i > 2 ? i : d, i > 5 ? u : f);
    i += 1.7; printf("%d\n", i);
    i *= 1.5f; printf("%d\n", i);
    u /= 3.5; printf("%u\n", u);
    char c = 100; c *= 1.2; printf("%d\n", c);
    long long big = 1LL << 62; big /= 1e3; printf("%lld\n", big);
    _Bool b = 0.0001; printf("%d\n", b);
    printf("%.17g\n", (double)(float)0.1 - 0.1);
    for (double x = 0; x != 1.0; x += 0.125) printf("%g ", x);
    putchar('\n');
    switch ((int)2.9) { case 2: puts("two"); break; default: puts("?"); }
    return 0;
}
