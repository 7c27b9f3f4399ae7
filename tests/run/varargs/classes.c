// va_arg of every class, more than the registers hold, and structures through the dots.
#include <stdarg.h>
#include <stdio.h>

struct small { int a, b; };
struct flt { double x, y; };
struct mixed { long l; double d; };
struct large { int v[10]; };
struct odd { char c[3]; };

static void take(const char *kinds, ...) {
    va_list ap;
    va_start(ap, kinds);
    for (const char *k = kinds; *k; k++) switch (*k) {
        case 'i': printf("%d ", va_arg(ap, int)); break;
        case 'u': printf("%u ", va_arg(ap, unsigned)); break;
        case 'l': printf("%ld ", va_arg(ap, long)); break;
        case 'q': printf("%lld ", va_arg(ap, long long)); break;
        case 'd': printf("%g ", va_arg(ap, double)); break;
        case 'L': printf("%Lg ", va_arg(ap, long double)); break;
        case 's': printf("%s ", va_arg(ap, char *)); break;
        case 'p': printf("%d ", *va_arg(ap, int *)); break;
        case 'f': printf("%d ", va_arg(ap, int (*)(int))(5)); break;
        case 'S': { struct small s = va_arg(ap, struct small); printf("{%d %d} ", s.a, s.b); break; }
        case 'F': { struct flt s = va_arg(ap, struct flt); printf("{%g %g} ", s.x, s.y); break; }
        case 'M': { struct mixed s = va_arg(ap, struct mixed); printf("{%ld %g} ", s.l, s.d); break; }
        case 'B': { struct large s = va_arg(ap, struct large); printf("{%d..%d} ", s.v[0], s.v[9]); break; }
        case 'O': { struct odd s = va_arg(ap, struct odd); printf("{%c%c%c} ", s.c[0], s.c[1], s.c[2]); break; }
        case 'x': { __int128 v = va_arg(ap, __int128); printf("%lld:%llu ", (long long)(v >> 64), (unsigned long long)v); break; }
        }
    va_end(ap);
    putchar('\n');
}
static int inc(int x) { return x + 1; }

int main(void) {
    int here = 77;
    take("iulqdLspf", -1, 4000000000u, -5L, 1LL << 40, 2.5, 3.25L, "str", &here, inc);
    take("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    take("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.);
    take("idididididididididid", 1, .1, 2, .2, 3, .3, 4, .4, 5, .5, 6, .6, 7, .7, 8, .8, 9, .9, 10, 1.0);
    take("SFMBO", (struct small){1, 2}, (struct flt){1.5, 2.5}, (struct mixed){9, 9.5}, (struct large){{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
         (struct odd){"xyz"});
    take("iiiiSSFddddddFMiBdL", 1, 2, 3, 4, (struct small){5, 6}, (struct small){7, 8}, (struct flt){1, 2}, 1., 2., 3., 4., 5., 6.,
         (struct flt){3, 4}, (struct mixed){5, 6}, 7, (struct large){{[9] = 10}}, 8.5, 9.5L);
    take("iLiLdL", 1, 2.0L, 3, 4.0L, 5.0, 6.0L);
    take("xixiiiix", (__int128)5 << 64, 1, (__int128)-1, 2, 3, 4, 5, (__int128)7);
    char c = 'c'; short s = -3; float f = 1.5f; _Bool b = 1; unsigned char uc = 200;
    take("iidii", c, s, f, b, uc);
    return 0;
}
