// GCC vector extensions: arithmetic, comparison, shuffles, conversion, indexing, scalars, passing and returning.
#include <stdio.h>

typedef int v4i __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef unsigned char v16u __attribute__((vector_size(16)));
typedef short v8s __attribute__((vector_size(16)));
typedef long v2l __attribute__((vector_size(16)));
typedef int v2i __attribute__((vector_size(8)));

static void show(const char *s, v4i v) { printf("%s %d %d %d %d\n", s, v[0], v[1], v[2], v[3]); }
static v4i clamp(v4i v, v4i lo, v4i hi) {
    v4i m = v < lo;
    v = (m & lo) | (~m & v);
    m = v > hi;
    return (m & hi) | (~m & v);
}
static v4f scale(v4f v, float k) { return v * k; }
static int hsum(v4i v) { int s = 0; for (int i = 0; i < 4; i++) s += v[i]; return s; }

int main(void) {
    v4i a = {1, -2, 3, -4}, b = {10, 20, 30, 40};
    show("add", a + b); show("sub", a - b); show("mul", a * b); show("div", b / a); show("rem", b % 7);
    show("and", a & b); show("or", a | b); show("xor", a ^ b); show("not", ~a); show("neg", -a);
    show("shl", b << 2); show("shr", a >> 1); show("lt", a < b - 9); show("eq", a == (v4i){1, 0, 3, 0});
    show("clamp", clamp(a * 10, (v4i){-15, -15, -15, -15}, (v4i){15, 15, 15, 15}));
    show("shuf", __builtin_shufflevector(a, b, 0, 4, 3, 7));
    show("ge", a >= 0); show("ne", a != b - 9);
    a[2] = 99;
    a += b;
    show("set", a);
    printf("%d\n", hsum(a));
    v4f f = {1.5f, -2.25f, 3, 1e10f};
    f = scale(f, 2) + 1.0f;
    printf("%g %g %g %g\n", f[0], f[1], f[2], f[3]);
    show("cmpf", f > 0.0f);
    show("cvt", __builtin_convertvector((v4f){1.9f, -1.9f, 0, 100}, v4i));
    v2d d = {1.0 / 3, -2};
    d = d * d - d / 4;
    printf("%.17g %.17g\n", d[0], d[1]);
    v16u u = {250, 251, 252, 253, 254, 255};
    u += 4;
    for (int i = 0; i < 16; i++) printf("%d ", u[i]);
    putchar('\n');
    v8s s = (v8s)u;
    printf("%d %d\n", s[0], s[2]);
    v2l l = {1L << 40, -1};
    l >>= 4;
    printf("%ld %ld\n", l[0], l[1]);
    v2i t = {5, 6};
    t = t * t;
    printf("%d %d %zu\n", t[0], t[1], sizeof t);
    v4i arr[3] = {a, b, a - b};
    v4i sum = {0};
    for (int i = 0; i < 3; i++) sum += arr[i];
    show("sum", sum);
    int *p = (int *)&arr[1];
    printf("%d\n", p[3]);
    return 0;
}
