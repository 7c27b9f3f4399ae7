// Structures with padding and partly set members are copied, passed and returned without being read.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct s { char c; int i; short h; };
struct opt { int has; double value; char name[8]; };

static struct s make(char c) { struct s r; r.c = c; r.i = c * 2; r.h = -1; return r; }
static struct opt none(void) { struct opt o; o.has = 0; return o; }
static struct opt some(double v) { struct opt o; o.has = 1; o.value = v; o.name[0] = 0; return o; }
static double or_else(struct opt o, double d) { return o.has ? o.value : d; }

int main(void) {
    struct s a = make('a'), b, *h = malloc(3 * sizeof *h);
    b = a;
    memcpy(&h[1], &b, sizeof b);
    h[2] = h[1];
    printf("%c %d %d\n", h[2].c, h[2].i, h[2].h);
    struct opt o = none(), p = some(2.5), q[2];
    q[0] = o;
    q[1] = p;
    printf("%g %g\n", or_else(q[0], 9), or_else(q[1], 9));
    char buf[64], copy[64];
    strcpy(buf, "short");
    memcpy(copy, buf, sizeof copy);
    puts(copy);
    union { char c; long l; } u, w;
    u.c = 'u';
    w = u;
    printf("%c\n", w.c);
    struct { unsigned a : 3; unsigned b : 5; } bits;
    bits.a = 5;
    bits.b = 17;
    printf("%u %u\n", bits.a, bits.b);
    free(h);
    return 0;
}
