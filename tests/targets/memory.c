// Memory builtins of all sizes, overlapping moves, structure copies; byte loops give the reference.
#include <stddef.h>
#include <stdint.h>
#include "check.h"

static unsigned char a[128], b[128], ref[128];
struct blob { unsigned char v[37]; };
static uint32_t rnd = 1;
static uint32_t next(void) { rnd = rnd * 1664525u + 1013904223u; return rnd >> 8; }
static int same(const unsigned char *x, const unsigned char *y, size_t n) { while (n--) if (*x++ != *y++) return 0; return 1; }

int main(void) {
    for (int round = 0; round < 300; round++) {
        size_t from = next() % 50, to = next() % 50, n = next() % 60;
        for (int i = 0; i < 128; i++) a[i] = ref[i] = (unsigned char)next();
        if (round % 3 == 0) {
            __builtin_memmove(a + to, a + from, n);
            for (size_t i = 0; i < n; i++) b[i] = ref[from + i];
            for (size_t i = 0; i < n; i++) ref[to + i] = b[i];
        } else if (round % 3 == 1) {
            __builtin_memset(a + to, (int)from, n);
            for (size_t i = 0; i < n; i++) ref[to + i] = (unsigned char)from;
        } else {
            for (int i = 0; i < 128; i++) b[i] = (unsigned char)next();
            __builtin_memcpy(a + to, b + from, n);
            for (size_t i = 0; i < n; i++) ref[to + i] = b[from + i];
        }
        CHECK(same(a, ref, 128));
    }
    struct blob x, y, z[3];
    for (int i = 0; i < 37; i++) x.v[i] = (unsigned char)(i * 7);
    y = x;
    z[1] = y;
    z[2] = z[1];
    CHECK(same(z[2].v, x.v, 37));
    y.v[36] = 1;
    CHECK(z[1].v[36] == 252);
    struct { char pad[3]; uint32_t w[4]; } s = {{1, 2, 3}, {0x11111111, 0x22222222, 0x33333333, 0x44444444}}, t;
    __builtin_memcpy(&t, &s, sizeof t);
    CHECK(t.w[3] == 0x44444444 && t.pad[2] == 3);
    uint32_t w;
    __builtin_memcpy(&w, "\1\2\3\4", 4);
    CHECK(w == (LITTLE ? 0x04030201u : 0x01020304u));
    uint64_t unaligned;
    for (int i = 0; i < 16; i++) a[i] = (unsigned char)i;
    __builtin_memcpy(&unaligned, a + 3, 8);
    CHECK(unaligned == (LITTLE ? 0x0a09080706050403ull : 0x030405060708090aull));
    int zero[20] = {0};
    for (int i = 0; i < 20; i++) CHECK(zero[i] == 0);
    char text[16] = "padded";
    for (int i = 6; i < 16; i++) CHECK(text[i] == 0);
    return 0;
}
