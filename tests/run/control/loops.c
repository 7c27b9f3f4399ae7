// Loops of all forms, nested break and continue, comma, conditions with side effects, empty bodies.
#include <stdio.h>

int main(void) {
    int n = 0;
    for (;;) { if (++n > 5) break; if (n == 3) continue; printf("%d ", n); }
    do { n--; } while (n > 0 && n != 2);
    printf("%d\n", n);
    for (int i = 0, j = 10; i < j; i += 2, j--) printf("%d-%d ", i, j);
    putchar('\n');
    while (n --> -3) ;
    printf("%d\n", n);
    for (unsigned u = 3; u < 4; u--) printf("%u ", u);
    putchar('\n');
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            if (j == i) continue;
            if (i + j == 5) break;
            printf("%d%d ", i, j);
        }
    }
    putchar('\n');
    int a = 0, b = 0, c = 0;
    for (int i = 0; i < 16; i++) {
        if ((i & 1 && ++a) || (i & 2 && ++b)) c++;
        if (!(i & 4) && (i & 8 || i == 1)) c += 10;
    }
    printf("%d %d %d\n", a, b, c);
    int x = (a = 5, b = a * 2, a + b);
    printf("%d %d\n", x, x > 10 ? x < 20 ? 1 : 2 : 3);
    const char *s = "skip   spaces";
    for (const char *p = s; *p; p++) { while (*p == ' ' && p[1] == ' ') p++; putchar(*p); }
    putchar('\n');
    for (char ch = 'a'; ch <= 'e'; ++ch) putchar(ch ^ ' ');
    for (double d = 0; d < 1; d += 0.3) printf(" %g", d);
    putchar('\n');
    long p = 1;
    int steps = 0;
    for (long v = 27; v != 1; v = v & 1 ? 3 * v + 1 : v / 2, steps++) if (v > p) p = v;
    printf("%d %ld\n", steps, p);
    return 0;
}
