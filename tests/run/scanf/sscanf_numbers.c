// sscanf: all numeric conversions, widths, bases, suppression, failures and return values.
#include <stdio.h>

int main(void) {
    int a = -1, b = -1, c = -1, n = -1;
    printf("%d ", sscanf("12 -34 +56", "%d %d %d", &a, &b, &c)); printf("%d %d %d\n", a, b, c);
    printf("%d ", sscanf("0x1F 077 99", "%i %i %i", &a, &b, &c)); printf("%d %d %d\n", a, b, c);
    unsigned u, o, x;
    printf("%d ", sscanf("4000000000 777 BeeF", "%u %o %x", &u, &o, &x)); printf("%u %u %u\n", u, o, x);
    printf("%d ", sscanf("123456", "%2d%3d%d", &a, &b, &c)); printf("%d %d %d\n", a, b, c);
    printf("%d ", sscanf("1,2;3", "%d,%d;%d", &a, &b, &c)); printf("%d %d %d\n", a, b, c);
    printf("%d ", sscanf("1 x 3", "%d %d %d", &a, &b, &c)); printf("%d %d %d\n", a, b, c);
    printf("%d ", sscanf("5 6 7", "%*d %d %n%d", &a, &n, &b)); printf("%d %d %d\n", a, n, b);
    printf("%d\n", sscanf("", "%d", &a));
    printf("%d\n", sscanf("   ", "%d", &a));
    printf("%d\n", sscanf("abc", "%d", &a));
    printf("%d\n", sscanf("abc", "abd%d", &a));
    signed char hh; short h; long l; long long ll; unsigned char uhh; size_t z;
    printf("%d ", sscanf("-5 -300 -5000000000 123456789012345 200 77", "%hhd %hd %ld %lld %hhu %zu", &hh, &h, &l, &ll, &uhh, &z));
    printf("%d %d %ld %lld %d %zu\n", hh, h, l, ll, uhh, z);
    float f; double d; long double ld;
    printf("%d ", sscanf("1.5 -2.25e3 1e-2", "%f %lf %Lf", &f, &d, &ld)); printf("%g %g %Lg\n", f, d, ld);
    printf("%d ", sscanf("0x1.8p3 inf nan", "%lf %f %lf", &d, &f, &(double){0})); printf("%g %g\n", d, f);
    printf("%d ", sscanf("3.14159", "%4lf%d", &d, &a)); printf("%g %d\n", d, a);
    printf("%d ", sscanf("12%34", "%d%%%d", &a, &b)); printf("%d %d\n", a, b);
    printf("%d ", sscanf("2024-02-29T12:34:56", "%d-%d-%dT%d:%d", &a, &b, &c, &n, (int[1]){0})); printf("%d %d %d %d\n", a, b, c, n);
    printf("%d ", sscanf("7f", "%x", &x)); printf("%x\n", x);
    printf("%d ", sscanf("0x", "%x", &x)); printf("done\n");
    printf("%d ", sscanf("1e", "%lf", &d)); printf("%g\n", d);
    printf("%d ", sscanf("- 5", "%d", &a)); printf("%d\n", a);
    return 0;
}
