// Enumerations, constant expressions, character constants, sizeof in constants, ternary constants, bit masks.
#include <stdio.h>

enum { A, B = 5, C, D = -3, E, F = C * 2 + sizeof(int), G = 'a', H = B > C ? 1 : 2, I = ~0 };
enum mask { NONE = 0, R = 1 << 0, W = 1 << 1, X = 1 << 2, RW = R | W, ALL = RW | X };
enum day { MON = 1, TUE, WED, THU, FRI, SAT, SUN };
static int table[F], other[sizeof(enum day) * 2];
static const char *flags(enum mask m) { static char b[4]; b[0] = m & R ? 'r' : '-'; b[1] = m & W ? 'w' : '-'; b[2] = m & X ? 'x' : '-'; return b; }
static enum day next(enum day d) { return d == SUN ? MON : d + 1; }

int main(void) {
    printf("%d %d %d %d %d %d %d %d %d\n", A, B, C, D, E, F, G, H, I);
    for (enum mask m = NONE; m <= ALL; m = (enum mask)(m + 1)) printf("%s ", flags(m));
    printf("\n%zu %zu\n", sizeof table / sizeof *table, sizeof other / sizeof *other);
    enum day d = FRI;
    for (int i = 0; i < 5; i++) { printf("%d ", d); d = next(d); }
    putchar('\n');
    printf("%d %d\n", (enum day)3 == WED, sizeof(char[B]) == 5);
    printf("%d %d %d\n", '\n', '\0', '\\');
    printf("%d %d %ld %llu\n", 0x7f, 0177, 1000000000000L, 0xffffffffffffffffULL);
    printf("%d %d\n", 1 ? 2, 3 : 4, -1 >= 0U);
    return 0;
}
