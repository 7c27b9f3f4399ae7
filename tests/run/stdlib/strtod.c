// strtod and family: decimal, exponents, hexadecimal, inf, nan, overflow, underflow, end pointers.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void d(const char *s) {
    char *end;
    errno = 0;
    double v = strtod(s, &end);
    printf("\"%s\" %.17g %a %d %d\n", s, isnan(v) ? 0.0 : v, isnan(v) ? 0.0 : v, (int)(end - s), errno == ERANGE);
}

int main(void) {
    d("0"); d("-0"); d("1.5"); d("  -2.25e3x"); d(".5"); d("5."); d("."); d("e5"); d("1e"); d("1e+"); d("1e5"); d("1E-5"); d("+3.14");
    d("0x1.8p1"); d("0x.8"); d("0x"); d("0xAp-2"); d("0x1p"); d("inf"); d("-INFINITY"); d("infx"); d("nan"); d("NAN(123)"); d("nan(");
    d("1e308"); d("1e309"); d("-1e400"); d("1e-308"); d("4.9e-324"); d("1e-325"); d("2.4703282292062327e-324"); d("2.4703282292062328e-324");
    d("0.1"); d("0.3"); d("123456789012345678901234567890"); d("9007199254740993"); d("9007199254740992.9999999999"); d("2.2250738585072011e-308");
    d("1.7976931348623157e308"); d("1.7976931348623159e308"); d("0.000000000000000000000000000000000000000000000000000001e60"); d("1_000"); d("1,5");
    printf("%.9g %.9g %.20Lg\n", strtof("0.1", NULL), strtof("1e-46", NULL), strtold("0.1", NULL));
    printf("%g %g\n", atof("2.5abc"), atof("abc"));
    char *p = "1.5 2.5 3.5 end", *e;
    double sum = 0, v;
    for (;; p = e) { v = strtod(p, &e); if (e == p) break; sum += v; }
    printf("%g [%s]\n", sum, p);
    return 0;
}
