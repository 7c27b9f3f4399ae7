// _Generic selection, typeof, statement expressions, _Static_assert, C23 odds and ends.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define NAME(x) _Generic((x), char: "char", signed char: "schar", unsigned char: "uchar", short: "short", int: "int", unsigned: "uint", \
    long: "long", unsigned long: "ulong", long long: "llong", float: "float", double: "double", long double: "ldouble", \
    char *: "str", const char *: "cstr", void *: "ptr", int *: "int*", default: "other")
#define MAX(a, b) ({ __typeof__(a) a_ = (a); __typeof__(b) b_ = (b); a_ > b_ ? a_ : b_; })
#define SWAP(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
_Static_assert(sizeof(int) == 4, "int is 32 bits");

static double sq_d(double x) { return x * x; }
static int sq_i(int x) { return x * x; }
static float sq_f(float x) { return x * x + 0.5f; }
#define SQ(x) _Generic((x), float: sq_f, double: sq_d, default: sq_i)(x)

int main(void) {
    char c = 0; short s = 0; const int ci = 0; int arr[3]; struct q { int z; } q;
    printf("%s %s %s %s %s %s\n", NAME(c), NAME(s), NAME(ci), NAME(arr), NAME(q), NAME('a'));
    printf("%s %s %s %s %s\n", NAME(1.0f), NAME(1L + 1u), NAME(c + s), NAME("lit"), NAME((const char *)"x"));
    printf("%s %s %s\n", NAME(sizeof 1), NAME((void *)0), NAME(1 ? 1 : 2.0));
    printf("%g %d %g\n", SQ(1.5), SQ(7), SQ(2.0f));
    int a = 3, b = 9;
    double x = 2.5, y = -1;
    printf("%d %g\n", MAX(a++, b++), MAX(x, y));
    SWAP(a, b);
    SWAP(x, y);
    printf("%d %d %g %g\n", a, b, x, y);
    int v = ({ int t = 0; for (int i = 0; i < 5; i++) t += i; t; });
    printf("%d\n", v);
    __auto_type z = x * 2;
    printf("%g %s\n", z, NAME(z));
    printf("%d\n", a ?: 7);
    printf("%d\n", 0 ?: 7);
    typedef __typeof__(&sq_i) fn;
    fn f = sq_i;
    printf("%d\n", f(11));
    return 0;
}
