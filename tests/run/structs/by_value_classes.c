// Structures of every argument class: floats, doubles, mixed, long double, nested, arrays, pointers.
#include <stdio.h>

struct f1 { float a; };
struct f2 { float a, b; };
struct f3 { float a, b, c; };
struct f4 { float a[4]; };
struct d1 { double a; };
struct d2 { double a, b; };
struct d3 { double a, b, c; };
struct id { int i; double d; };
struct di { double d; int i; };
struct fi { float f; int i; };
struct ifc { int i; float f; char c; };
struct ld { long double l; };
struct ldi { long double l; int i; };
struct nest { struct f2 f; struct { short s; char c; } in; };
struct ptr { const char *p; long n; };
struct cfcf { char c; float f; char c2; float f2; };
struct big { int a; double b; char c[20]; long d; };

static struct f1 F1(struct f1 x) { x.a += 1; return x; }
static struct f2 F2(struct f2 x) { float t = x.a; x.a = x.b; x.b = t; return x; }
static struct f3 F3(struct f3 x, struct f3 y) { x.a += y.c; x.b *= y.b; x.c -= y.a; return x; }
static struct f4 F4(struct f4 x, int k) { x.a[k & 3] = (float)k; return x; }
static struct d1 D1(struct d1 x) { x.a /= 3; return x; }
static struct d2 D2(struct d2 x, struct d2 y) { return (struct d2){x.a + y.b, x.b - y.a}; }
static struct d3 D3(struct d3 x) { return (struct d3){x.c, x.a, x.b}; }
static struct id ID(struct id x) { x.i *= 2; x.d += x.i; return x; }
static struct di DI(struct di x) { x.i *= 2; x.d += x.i; return x; }
static struct fi FI(struct fi x) { x.f += (float)x.i; return x; }
static struct ifc IFC(struct ifc x) { x.c++; x.f *= 2; return x; }
static struct ld LD(struct ld x) { x.l *= 1.5L; return x; }
static struct ldi LDI(struct ldi x) { x.l += x.i; x.i--; return x; }
static struct nest NEST(struct nest x) { x.in.s = (short)(x.in.s * -1); x.f.a = x.f.b; return x; }
static struct ptr PTR(struct ptr x) { x.p++; x.n--; return x; }
static struct cfcf CFCF(struct cfcf x) { x.c2 = x.c; x.f2 = x.f * 3; return x; }
static struct big BIG(struct big x, struct big *keep) { *keep = x; x.a++; x.c[0] = 'B'; x.d = -x.d; return x; }

int main(void) {
    printf("%g\n", F1((struct f1){1.5f}).a);
    struct f2 f2 = F2((struct f2){1, 2});
    printf("%g %g\n", f2.a, f2.b);
    struct f3 f3 = F3((struct f3){1, 2, 3}, (struct f3){4, 5, 6});
    printf("%g %g %g\n", f3.a, f3.b, f3.c);
    struct f4 f4 = F4((struct f4){{1, 2, 3, 4}}, 6);
    printf("%g %g %g %g\n", f4.a[0], f4.a[1], f4.a[2], f4.a[3]);
    printf("%.17g\n", D1((struct d1){10}).a);
    struct d2 d2 = D2((struct d2){1, 2}, (struct d2){0.5, 0.25});
    printf("%g %g\n", d2.a, d2.b);
    struct d3 d3 = D3((struct d3){1, 2, 3});
    printf("%g %g %g\n", d3.a, d3.b, d3.c);
    struct id id = ID((struct id){7, 0.5});
    printf("%d %g\n", id.i, id.d);
    struct di di = DI((struct di){0.25, 9});
    printf("%d %g\n", di.i, di.d);
    struct fi fi = FI((struct fi){0.5f, -3});
    printf("%g %d\n", fi.f, fi.i);
    struct ifc ifc = IFC((struct ifc){1, 2.5f, 'x'});
    printf("%d %g %c\n", ifc.i, ifc.f, ifc.c);
    printf("%Lg\n", LD((struct ld){3}).l);
    struct ldi ldi = LDI((struct ldi){2.5L, 4});
    printf("%Lg %d\n", ldi.l, ldi.i);
    struct nest n = NEST((struct nest){{1, 2}, {300, 'q'}});
    printf("%g %g %d %c\n", n.f.a, n.f.b, n.in.s, n.in.c);
    struct ptr p = PTR((struct ptr){"hello", 5});
    printf("%s %ld\n", p.p, p.n);
    struct cfcf c = CFCF((struct cfcf){'a', 1.5f, 'b', 0});
    printf("%c %g %c %g\n", c.c, c.f, c.c2, c.f2);
    struct big b = {1, 2.5, "text", 77}, kept;
    struct big r = BIG(b, &kept);
    printf("%d %g %s %ld / %d %s %ld / %d %s\n", r.a, r.b, r.c, r.d, b.a, b.c, b.d, kept.a, kept.c);
    return 0;
}
