// sizeof, alignof and offsetof of all kinds of structures; packed and aligned attributes.
#include <stddef.h>
#include <stdio.h>

struct a { char c; int i; char d; };
struct b { char c; double d; short s; };
struct c { struct a a; char tail; };
struct __attribute__((packed)) d { char c; int i; short s; double d; };
struct e { char c; long double l; };
struct f { char c; __attribute__((aligned(32))) int i; };
struct g { int n; char data[]; };
union u { char c[5]; int i; short s[3]; };
struct h { char c; union u u; _Alignas(16) char z; };
struct anon { int tag; union { int i; float f; }; struct { char x, y; }; };

#define SZ(T) printf("%s %zu %zu\n", #T, sizeof(T), _Alignof(T))
#define OFF(T, M) printf("%s.%s %zu\n", #T, #M, offsetof(T, M))

int main(void) {
    SZ(struct a); SZ(struct b); SZ(struct c); SZ(struct d); SZ(struct e); SZ(struct f); SZ(struct g); SZ(union u); SZ(struct h);
    SZ(struct anon);
    OFF(struct a, i); OFF(struct a, d); OFF(struct b, d); OFF(struct b, s); OFF(struct c, tail); OFF(struct d, d);
    OFF(struct d, s); OFF(struct e, l); OFF(struct f, i); OFF(struct g, data); OFF(struct h, u); OFF(struct h, z);
    OFF(struct anon, f); OFF(struct anon, y);
    OFF(struct h, u.s[1]);
    struct d p[2] = {{'a', 1, 2, 3.5}, {'b', -1, -2, -3.5}};
    p[1].i += p[0].i * 10;
    p[0].d *= p[1].d;
    printf("%c %d %d %g %d\n", p[1].c, p[1].i, p[0].s, p[0].d, (int)((char *)&p[1] - (char *)&p[0]));
    struct anon n = {.tag = 1, .f = 1.0f, .x = 'x', .y = 'y'};
    printf("%x %c%c\n", n.i, n.x, n.y);
    return 0;
}
