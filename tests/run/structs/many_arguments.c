// So many arguments of mixed classes that registers run out in the middle of a structure.
#include <stdio.h>

struct p2 { long a, b; };
struct q2 { double a, b; };
struct m { long i; double d; };

static double all(char c, struct p2 p, short s, struct q2 q, int i, struct m m, float f, long l, struct p2 r, double d,
                  struct q2 t, unsigned char u, struct m n, long double ld, struct q2 v, struct p2 w, struct q2 x) {
    printf("%c %ld %ld %d %g %g %d %ld %g %g %ld %ld %ld %g %g %g %d %ld %g %Lg %g %g %ld %ld %g %g\n", c, p.a, p.b, s, q.a,
           q.b, i, m.i, m.d, f, l, r.a, r.b, d, t.a, t.b, u, n.i, n.d, ld, v.a, v.b, w.a, w.b, x.a, x.b);
    return p.a + q.b + m.d + r.b + t.a + n.d + v.b + w.a + x.b;
}
static int eight(int a, int b, int c, int d, int e, int f, int g, int h) { return ((((((a * 3 + b) * 3 + c) * 3 + d) * 3 + e) * 3 + f) * 3 + g) * 3 + h; }
static double twelve(double a, double b, double c, double d, double e, double f, double g, double h, double i, double j, double k, double l) {
    return a - b + c - d + e - f + g - h + i * j - k / l;
}
static int bytes(signed char a, unsigned char b, short c, unsigned short d, _Bool e, char f, signed char g, unsigned char h) {
    return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8;
}

int main(void) {
    double r = all('c', (struct p2){1, 2}, 3, (struct q2){4, 5}, 6, (struct m){7, 8}, 9, 10, (struct p2){11, 12}, 13,
                   (struct q2){14, 15}, 16, (struct m){17, 18}, 19, (struct q2){20, 21}, (struct p2){22, 23}, (struct q2){24, 25});
    printf("%g\n", r);
    printf("%d\n", eight(1, 2, 3, 4, 5, 6, 7, 8));
    printf("%.17g\n", twelve(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
    printf("%d\n", bytes(-1, 255, -300, 65535, 2, 'f', -128, 200));
    return 0;
}
