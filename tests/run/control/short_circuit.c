// Order and number of evaluations in &&, ||, ?:, comma, with calls that leave a trace.
#include <stdio.h>

static int t(int id, int v) { printf("%d", id); return v; }

int main(void) {
    for (int m = 0; m < 8; m++) {
        int a = m & 1, b = m >> 1 & 1, c = m >> 2 & 1;
        int r1 = t(1, a) && t(2, b) || t(3, c);
        int r2 = t(4, a) || t(5, b) && t(6, c);
        int r3 = !(t(7, a) && !t(8, b)) ? t(9, c) : t(0, !c);
        printf(" %d%d%d\n", r1, r2, r3);
    }
    int i = 0;
    int v = (t(1, 0), t(2, 5)) + (i++ ? i : -i);
    printf(" %d %d\n", v, i);
    const char *p = NULL;
    printf("%d\n", p && *p == 'x');
    int x = 5, *q = &x;
    int assigned = q && *q > 3 && (*q = 1);
    printf("%d %d\n", assigned, x);
    if (t(1, 1) & t(2, 0) | t(3, 1)) puts(" bitwise");
    printf("%g\n", t(4, 1) ? 1 : 2.5);
    while (t(5, i++ < 3)) ;
    putchar('\n');
    return 0;
}
