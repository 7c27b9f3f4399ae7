// Bit-field layout, seen through a union with bytes: allocation starts at the other end on big-endian targets.
#include <stdint.h>
#include "check.h"

union a { struct { uint8_t lo : 3, mid : 4, hi : 1; } f; uint8_t raw; };
union b { struct { uint16_t x : 5, y : 6, z : 5; } f; uint16_t raw; uint8_t byte[2]; };
union c { struct { uint32_t id : 11, dlc : 4, flags : 3, data : 14; } f; uint32_t raw; uint8_t byte[4]; };
union d { struct { int32_t s : 6; uint32_t u : 20; int32_t t : 6; } f; uint32_t raw; };
union e { struct __attribute__((packed)) { uint32_t a : 7, b : 18, c : 15; } f; uint8_t byte[5]; };
struct z { uint8_t a : 4; uint8_t : 0; uint8_t b : 4; };
struct w { uint64_t x : 40, y : 24; };

int main(void) {
    union a a = {.raw = 0};
    a.f.lo = 5; a.f.mid = 9; a.f.hi = 1;
    CHECK(a.raw == (LITTLE ? (1 << 7 | 9 << 3 | 5) : (5 << 5 | 9 << 1 | 1)));
    a.f.mid = 0;
    CHECK(a.raw == (LITTLE ? 0x85 : 0xa1));
    union b b = {.raw = 0};
    b.f.x = 0x15; b.f.y = 0x2a; b.f.z = 0x0f;
    CHECK(b.raw == (LITTLE ? (0x0f << 11 | 0x2a << 5 | 0x15) : (0x15 << 11 | 0x2a << 5 | 0x0f)));
    CHECK(b.byte[0] == (LITTLE ? 0x55 : 0xad));
    union c c = {.raw = 0};
    c.f.id = 0x7a5; c.f.dlc = 8; c.f.flags = 3; c.f.data = 0x1234;
    CHECK(c.raw == (LITTLE ? (0x1234u << 18 | 3u << 15 | 8u << 11 | 0x7a5u) : (0x7a5u << 21 | 8u << 17 | 3u << 14 | 0x1234u)));
    c.f.id++;
    c.f.dlc += 9;
    CHECK(c.f.id == 0x7a6 && c.f.dlc == 1 && c.f.flags == 3 && c.f.data == 0x1234);
    c.raw = 0x80000001u;
    CHECK(c.f.id == (LITTLE ? 1 : 0x400) && c.f.data == (LITTLE ? 0x2000 : 1));
    union d d = {.raw = 0};
    d.f.s = -17; d.f.u = 0xabcde; d.f.t = 31;
    CHECK(d.f.s == -17 && d.f.u == 0xabcde && d.f.t == 31);
    CHECK(d.raw == (LITTLE ? (31u << 26 | 0xabcdeu << 6 | 47u) : (47u << 26 | 0xabcdeu << 6 | 31u)));
    d.f.t = (int32_t)(d.f.t + 1 - 64);
    CHECK(d.f.t == -32 && d.f.u == 0xabcde);
    union e e;
    for (int i = 0; i < 5; i++) e.byte[i] = 0;
    CHECK(sizeof e.f == 5);
    e.f.a = 0x7f; e.f.b = 0x20001; e.f.c = 0x4003;
    CHECK(e.f.a == 0x7f && e.f.b == 0x20001 && e.f.c == 0x4003);
    uint64_t all = LITTLE ? 0x7full | 0x20001ull << 7 | 0x4003ull << 25 : 0x7full << 33 | 0x20001ull << 15 | 0x4003ull;
    for (int i = 0; i < 5; i++) CHECK(e.byte[i] == (uint8_t)(all >> (LITTLE ? 8 * i : 8 * (4 - i))));
    struct z z = {3, 12};
    CHECK(sizeof z == 2 && ((uint8_t *)&z)[0] == (LITTLE ? 3 : 0x30) && ((uint8_t *)&z)[1] == (LITTLE ? 12 : 0xc0));
    struct w w = {0xfedcba9876ull, 0x123456};
    CHECK(w.x == 0xfedcba9876ull && w.y == 0x123456 && sizeof w == 8);
    w.x += 0x123456789aull;
    w.y--;
    CHECK(w.x == ((0xfedcba9876ull + 0x123456789aull) & 0xffffffffffull) && w.y == 0x123455);
    int n = 0;
    for (a.raw = 0; a.f.lo != 7; a.f.lo++) n++;
    CHECK(n == 7 && a.f.mid == 0 && a.f.hi == 0);
    return 0;
}
