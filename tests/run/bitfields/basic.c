// Bit-fields: signed and unsigned, truncation on store, compound assignment, value of an assignment.
#include <stdio.h>

struct s {
    unsigned a : 1;
    signed b : 3;
    unsigned c : 5;
    int d : 17;
    unsigned long long e : 40;
    _Bool f : 1;
};

int main(void) {
    struct s x = {1, -4, 31, -65536, 0xffffffffffULL, 1};
    printf("%u %d %u %d %llu %d\n", x.a, x.b, x.c, x.d, (unsigned long long)x.e, x.f);
    x.a++;
    x.b = (signed)(x.b + 7);
    x.c += 3;
    x.d = 65535;
    x.e += 2;
    x.f = 0;
    printf("%u %d %u %d %llu %d\n", x.a, x.b, x.c, x.d, (unsigned long long)x.e, x.f);
    int v = (x.c = 45);
    printf("%d %u\n", v, x.c);
    x.c <<= 2; x.c |= 1; x.c ^= 16; x.d /= -7; x.d %= 100;
    printf("%u %d\n", x.c, x.d);
    unsigned before = x.c++, after = ++x.c;
    printf("%u %u %u\n", before, after, x.c);
    struct s y = x, *p = &y;
    p->b = 3;
    p->e >>= 3;
    printf("%d %d %llu\n", x.b, p->b, (unsigned long long)p->e);
    printf("%d\n", x.a - 1 < 0);
    printf("%zu\n", sizeof(struct s));
    return 0;
}
