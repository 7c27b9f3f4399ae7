// Structures passed and returned by value on every ABI.
#include <stdint.h>
#include "check.h"

struct s1 { char a; };
struct s2 { short a; };
struct s3 { char a[3]; };
struct s4 { int a; };
struct s5 { char a[5]; };
struct s8 { int a, b; };
struct sq { long long q; };
struct s12 { int a[3]; };
struct s20 { int a[5]; };
struct sf { float x, y; };
struct sd { double x; int k; };
struct mix { char c; long long l; short s; double d; };
union un { int i; float f; char c[8]; };

static struct s1 f1(struct s1 x) { x.a++; return x; }
static struct s2 f2(struct s2 x) { x.a = (short)-x.a; return x; }
static struct s3 f3(struct s3 x) { char t = x.a[0]; x.a[0] = x.a[2]; x.a[2] = t; return x; }
static struct s4 f4(int n, struct s4 x) { x.a *= n; return x; }
static struct s5 f5(struct s5 x, char c) { x.a[4] = c; return x; }
static struct s8 f8(struct s8 x, struct s8 y) { return (struct s8){x.a + y.b, x.b - y.a}; }
static struct sq fq(int pad, struct sq x) { x.q += pad; return x; }
static struct s12 f12(struct s12 x) { x.a[1] = x.a[0] + x.a[2]; return x; }
static struct s20 f20(struct s20 x, int i, int v) { x.a[i] = v; return x; }
static struct sf ff(struct sf x, float k) { x.x *= k; x.y -= k; return x; }
static struct sd fd(struct sd x) { x.x += x.k; x.k = -x.k; return x; }
static struct mix fm(char c, struct mix x, short s) { x.c = c; x.s = (short)(x.s + s); x.l <<= 4; x.d /= 2; return x; }
static union un fu(union un x) { x.c[7] = 'u'; return x; }
static long long many(char a, struct s3 b, short c, struct sq d, int e, struct s12 f, double g, struct sf h, long long i, struct s8 j) {
    return a + b.a[1] * 2 + c * 3 + d.q * 4 + e * 5 + f.a[2] * 6 + (long long)(g * 8) + (long long)(h.y * 8) + i * 9 + j.b * 10;
}
static int deep(struct s20 x, int n) { if (n == 0) return x.a[0] + x.a[4]; x.a[0]++; return deep(x, n - 1); }

int main(void) {
    CHECK(f1((struct s1){'a'}).a == 'b');
    CHECK(f2((struct s2){1234}).a == -1234);
    struct s3 b = {{1, 2, 3}};
    CHECK(f3(b).a[0] == 3 && f3(b).a[2] == 1 && b.a[0] == 1);
    CHECK(f4(3, (struct s4){-7}).a == -21);
    CHECK(f5((struct s5){{1, 2, 3, 4, 5}}, 9).a[4] == 9);
    struct s8 e = f8((struct s8){1, 2}, (struct s8){10, 20});
    CHECK(e.a == 21 && e.b == -8);
    CHECK(fq(5, (struct sq){1ll << 40}).q == (1ll << 40) + 5);
    CHECK(f12((struct s12){{1, 0, 6}}).a[1] == 7);
    struct s20 g = {{1, 2, 3, 4, 5}}, h = f20(g, 2, 99);
    CHECK(h.a[2] == 99 && g.a[2] == 3 && h.a[4] == 5);
    struct sf sf = ff((struct sf){1.5f, 2.5f}, 2);
    CHECK(sf.x == 3.0f && sf.y == 0.5f);
    struct sd sd = fd((struct sd){0.25, 4});
    CHECK(sd.x == 4.25 && sd.k == -4);
    struct mix m = {'m', 0x123456789all, 100, 5.0}, r = fm('r', m, -1);
    CHECK(r.c == 'r' && r.l == 0x123456789a0ll && r.s == 99 && r.d == 2.5 && m.c == 'm' && m.s == 100);
    union un u = {.i = 0x3f800000}, v = fu(u);
    CHECK(v.f == 1.0f && v.c[7] == 'u');
    CHECK(many(1, b, 2, (struct sq){3}, 4, (struct s12){{0, 0, 5}}, 0.5, (struct sf){0, 0.25f}, 6, (struct s8){0, 7}) == 1 + 4 + 6 + 12 + 20 + 30 + 4 + 2 + 54 + 70);
    CHECK(deep(g, 20) == 26 && g.a[0] == 1);
    struct s8 arr[3] = {{1, 2}, {3, 4}, {5, 6}};
    arr[1] = f8(arr[0], arr[2]);
    CHECK(arr[1].a == 7 && arr[1].b == -3);
    struct s20 (*fp)(struct s20, int, int) = f20;
    CHECK(fp(g, 0, 42).a[0] == 42);
    return 0;
}
