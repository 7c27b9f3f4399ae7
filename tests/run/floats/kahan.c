// Numeric algorithms whose results depend on every last bit: compensated sum, Newton, Simpson, logistic map.
#include <stdio.h>

static double kahan(const double *v, int n) {
    double s = 0, c = 0;
    for (int i = 0; i < n; i++) {
        double y = v[i] - c, t = s + y;
        c = (t - s) - y;
        s = t;
    }
    return s;
}
static double newton(double a) {
    double x = a > 1 ? a : 1;
    for (int i = 0; i < 60; i++) {
        double n = (x + a / x) / 2;
        if (n == x) break;
        x = n;
    }
    return x;
}
static double f(double x) { return x * x * x / (1 + x * x); }
static double simpson(double a, double b, int n) {
    double h = (b - a) / n, s = f(a) + f(b);
    for (int i = 1; i < n; i++) s += f(a + i * h) * (i % 2 ? 4 : 2);
    return s * h / 3;
}

int main(void) {
    static double v[5000];
    unsigned r = 1;
    for (int i = 0; i < 5000; i++) {
        r = r * 69069 + 5;
        v[i] = (double)(int)r / 65537.0;
    }
    double naive = 0;
    for (int i = 0; i < 5000; i++) naive += v[i];
    printf("%.17g %.17g\n", naive, kahan(v, 5000));
    for (double a = 0.001; a < 1e9; a *= 37) printf("%.17g ", newton(a));
    printf("\n%.17g\n", simpson(0, 3, 1000));
    double x = 0.3;
    float y = 0.3f;
    for (int i = 0; i < 200; i++) { x = 3.9 * x * (1 - x); y = 3.9f * y * (1 - y); }
    printf("%.17g %.9g\n", x, y);
    return 0;
}
