// Fixed-point control code as in embedded software: filters, PID, interpolation tables, saturation, CRC.
#include <stdint.h>
#include <stdio.h>

typedef int32_t q16;
static q16 sat(int64_t v) { return v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : (q16)v; }
static q16 mul(q16 a, q16 b) { return sat(((int64_t)a * b + 0x8000) >> 16); }
static q16 div_(q16 a, q16 b) { return b ? sat(((int64_t)a * 65536) / b) : a < 0 ? INT32_MIN : INT32_MAX; }
struct pid { q16 kp, ki, kd, sum, last; };
static q16 pid(struct pid *c, q16 want, q16 is) {
    q16 e = sat((int64_t)want - is), d = sat((int64_t)e - c->last);
    c->sum = sat((int64_t)c->sum + e);
    c->last = e;
    return sat((int64_t)mul(c->kp, e) + mul(c->ki, c->sum) + mul(c->kd, d));
}
static int16_t lookup(const int16_t *x, const int16_t *y, int n, int16_t v) {
    if (v <= x[0]) return y[0];
    for (int i = 1; i < n; i++) if (v < x[i]) return (int16_t)(y[i - 1] + (int32_t)(y[i] - y[i - 1]) * (v - x[i - 1]) / (x[i] - x[i - 1]));
    return y[n - 1];
}
static uint16_t crc16(const uint8_t *p, int n) { uint16_t c = 0xffff; while (n--) { c ^= (uint16_t)(*p++ << 8); for (int i = 0; i < 8; i++) c = (uint16_t)(c & 0x8000 ? c << 1 ^ 0x1021 : c << 1); } return c; }

int main(void) {
    struct pid c = {3 << 14, 1 << 12, 1 << 13, 0, 0};
    q16 x = 0, v = 0;
    for (int i = 0; i < 60; i++) { q16 u = pid(&c, 10 << 16, x); v = sat((int64_t)v + mul(u, 6554)) - mul(v, 13107); x = sat((int64_t)x + v); if (i % 10 == 0) printf("%d ", x); }
    printf("%d\n", x);
    static const int16_t tx[] = {-100, 0, 50, 200, 1000}, ty[] = {-32000, 0, 500, 600, 32000};
    for (int i = -150; i < 1200; i += 135) printf("%d ", lookup(tx, ty, 5, (int16_t)i));
    printf("\n%d %d %d\n", mul(INT32_MAX, INT32_MAX), mul(INT32_MIN, 2 << 16), div_(5 << 16, 0));
    printf("%d %d\n", div_(1 << 16, 3 << 16), div_(-(7 << 16), 2 << 16));
    uint8_t m[9] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};
    printf("%04x\n", crc16(m, 9));
    int32_t y[3] = {0}, out = 0;
    for (int i = 0; i < 50; i++) { int32_t in = i % 10 < 5 ? 1000 : -1000; y[2] = y[1]; y[1] = y[0]; y[0] = (in * 4 + y[1] * 10 + y[2] * 2) >> 4; out = out * 3 + y[0]; out &= 0xfffff; }
    printf("%d\n", (int)out);
    return 0;
}
