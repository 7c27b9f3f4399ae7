// Unions: type punning, largest member, unions in structures, unions by value, tagged variants.
#include <stdint.h>
#include <stdio.h>

union pun { uint64_t u; double d; uint8_t b[8]; uint16_t h[4]; float f[2]; };
union ret { char c[3]; short s; };
struct variant {
    enum { INT, REAL, TEXT, PAIR } kind;
    union { long i; double r; const char *t; struct { short a, b; } p; } as;
};

static union pun flip(union pun p) { p.u = ~p.u; return p; }
static union ret small(int n) { union ret r = {{(char)n, (char)(n + 1), (char)(n + 2)}}; return r; }
static void show(struct variant v) {
    switch (v.kind) {
    case INT: printf("int %ld\n", v.as.i); break;
    case REAL: printf("real %g\n", v.as.r); break;
    case TEXT: printf("text %s\n", v.as.t); break;
    case PAIR: printf("pair %d %d\n", v.as.p.a, v.as.p.b); break;
    }
}

int main(void) {
    union pun p = {.d = 1.0};
    printf("%016llx\n", (unsigned long long)p.u);
    p.b[7] = 0xc0; p.b[0] = 1;
    printf("%.17g %x %x\n", p.d, p.h[3], p.h[0]);
    p.f[0] = 2.5f; p.f[1] = -2.5f;
    printf("%016llx\n", (unsigned long long)p.u);
    printf("%016llx\n", (unsigned long long)flip(p).u);
    union ret r = small('a');
    printf("%c%c%c %zu\n", r.c[0], r.c[1], r.c[2], sizeof r);
    struct variant v[] = {{INT, {.i = -5}}, {REAL, {.r = 2.5}}, {TEXT, {.t = "txt"}}, {PAIR, {.p = {3, 4}}}};
    for (int i = 0; i < 4; i++) show(v[i]);
    v[0] = v[3];
    show(v[0]);
    union { int i; unsigned char c[4]; } first = {0x01020304};
    printf("%d %d\n", first.c[0], first.c[3]);
    union { struct { int k; char x; } a; struct { int k; double y; } b; } common;
    common.b.k = 42;
    printf("%d\n", common.a.k);
    return 0;
}
