// Structure layout: offsets, sizes and alignments, with the differences the ABIs have.
#include <stddef.h>
#include <stdint.h>
#include "check.h"

struct a { char c; int i; char d; };
struct b { char c; double d; short s; };
struct c { char c; long long l; };
struct d { char c; void *p; char e; };
struct e { short s[3]; char c; int i; };
struct __attribute__((packed)) f { char c; int i; short s; double d; };
struct g { char c; struct a in; char d; };
struct h { char c; long l; };
union u { char c[9]; int i; double d; };
struct i { int n; char tail[]; };
struct j { char c; _Alignas(16) int x; };
struct k { uint8_t a; uint16_t b; uint8_t c; uint32_t d; uint8_t e; };

#if defined(__i386__)
#define ALIGN8 4
#else
#define ALIGN8 8
#endif

static struct b table[3] = {{'x', 1.5, 7}, {'y', 2.5, 8}, {'z', 3.5, 9}};
static struct f packed[2] = {{'p', 100000, -3, 0.25}, {'q', -100000, 3, 0.5}};

static int read_int(const void *base, size_t off) { int v; __builtin_memcpy(&v, (const char *)base + off, sizeof v); return v; }

int main(void) {
    CHECK(sizeof(struct a) == 12 && offsetof(struct a, i) == 4 && offsetof(struct a, d) == 8);
    CHECK(offsetof(struct b, d) == ALIGN8 && offsetof(struct b, s) == ALIGN8 + 8 && sizeof(struct b) == (ALIGN8 == 4 ? 16 : 24));
    CHECK(offsetof(struct c, l) == ALIGN8 && sizeof(struct c) == 8 + ALIGN8);
    CHECK(offsetof(struct d, p) == sizeof(void *) && offsetof(struct d, e) == 2 * sizeof(void *) && sizeof(struct d) == 3 * sizeof(void *));
    CHECK(offsetof(struct e, c) == 6 && offsetof(struct e, i) == 8 && sizeof(struct e) == 12);
    CHECK(offsetof(struct f, i) == 1 && offsetof(struct f, s) == 5 && offsetof(struct f, d) == 7 && sizeof(struct f) == 15);
    CHECK(offsetof(struct g, in) == 4 && offsetof(struct g, d) == 16 && sizeof(struct g) == 20);
    CHECK(offsetof(struct h, l) == sizeof(long) && sizeof(struct h) == 2 * sizeof(long));
    CHECK(sizeof(union u) == (ALIGN8 == 4 ? 12 : 16));
    CHECK(offsetof(struct i, tail) == 4 && sizeof(struct i) == 4);
    CHECK(offsetof(struct j, x) == 16 && sizeof(struct j) == 32);
    CHECK(offsetof(struct k, b) == 2 && offsetof(struct k, c) == 4 && offsetof(struct k, d) == 8 && sizeof(struct k) == 16);
    CHECK(_Alignof(struct b) == ALIGN8 && _Alignof(struct f) == 1 && _Alignof(struct k) == 4);
    CHECK(table[1].d == 2.5 && table[2].s == 9 && (char *)&table[2] - (char *)&table[0] == 2 * (int)sizeof(struct b));
    CHECK(packed[1].i == -100000 && packed[0].d == 0.25 && packed[1].d == 0.5 && packed[0].s == -3);
    packed[0].i += packed[1].i * 2;
    packed[1].d += packed[0].d;
    CHECK(packed[0].i == -100000 && packed[1].d == 0.75 && packed[1].c == 'q');
    CHECK(read_int(packed, offsetof(struct f, i)) == -100000);
    CHECK(read_int(&packed[1], offsetof(struct f, i)) == -100000);
    struct g x = {'g', {'a', 77, 'd'}, 'e'}, y = x;
    y.in.i++;
    CHECK(x.in.i == 77 && y.in.i == 78 && y.d == 'e' && y.in.d == 'd');
    CHECK(*(int *)((char *)&y + 8) == 78);
    struct k r[2] = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}};
    unsigned char *p = (unsigned char *)r;
    CHECK(p[0] == 1 && p[4] == 3 && p[12] == 5 && p[16] == 6 && p[28] == 10);
    CHECK(p[2] == (LITTLE ? 2 : 0) && p[11] == (LITTLE ? 0 : 4));
    return 0;
}
