// C99 complex numbers: arithmetic, library functions, passing and returning.
#include <complex.h>
#include <stdio.h>

static void show(const char *s, double complex z) { printf("%s %.10g %.10g\n", s, creal(z), cimag(z)); }
static float complex rotate(float complex z, int n) { while (n-- > 0) z *= I; return z; }
static double complex horner(const double complex *c, int n, double complex x) {
    double complex r = 0;
    while (n-- > 0) r = r * x + c[n];
    return r;
}

int main(void) {
    double complex a = 3 + 4 * I, b = -1.5 + 0.25 * I;
    show("add", a + b);
    show("sub", a - b);
    show("mul", a * b);
    show("div", a / b);
    show("neg", -a);
    show("conj", ~a);
    show("conj", conj(b));
    printf("%.10g %.10g %d %d\n", cabs(a), carg(b), a == b, a != b);
    show("sqrt", csqrt(-4));
    show("exp", cexp(I * 3.141592653589793));
    show("pow", cpow(a, 2));
    float complex f = rotate(1 + 2 * I, 3);
    printf("%g %g\n", crealf(f), cimagf(f));
    double complex c[3] = {1, 2 * I, 3 - I};
    show("horner", horner(c, 3, 0.5 + 0.5 * I));
    a += 1; a *= 2; a /= I; a -= b;
    show("compound", a);
    __real__ a = 7;
    __imag__ a = -7;
    show("parts", a);
    long double complex l = 1.0L + 2.0L * I;
    l *= l;
    printf("%Lg %Lg\n", creall(l), cimagl(l));
    int it = 0;
    for (double complex z = 0; cabs(z) < 2 && it < 100; it++) z = z * z + (-0.75 + 0.11 * I);
    printf("%d\n", it);
    printf("%zu\n", sizeof(double complex));
    return 0;
}
