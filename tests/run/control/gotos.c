// goto forward, backward, out of nests, into blocks, over declarations, cleanup ladders.
#include <stdio.h>
#include <stdlib.h>

static int cleanup(int fail_at) {
    int r = 0;
    char *a = NULL, *b = NULL, *c = NULL;
    if (fail_at == 1 || !(a = malloc(8))) goto fail_a;
    if (fail_at == 2 || !(b = malloc(8))) goto fail_b;
    if (fail_at == 3 || !(c = malloc(8))) goto fail_c;
    r = 100;
    free(c);
fail_c:
    r += 10;
    free(b);
fail_b:
    r += 1;
    free(a);
fail_a:
    return r;
}
static int gcd(int a, int b) {
again:
    if (b == 0) return a;
    { int t = a % b; a = b; b = t; }
    goto again;
}

int main(void) {
    for (int i = 0; i < 4; i++) printf("%d ", cleanup(i));
    printf("\n%d\n", gcd(462, 1071));
    int i = 0;
top:
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) {
            if (j * k == 2) goto next;
            printf("%d%d ", j, k);
        }
next:
    if (++i < 2) goto top;
    putchar('\n');
    goto middle;
    {
        int v;
    middle:
        v = 5;
        printf("%d\n", v);
    }
    {
        __label__ local;
        int n = 0;
    local:
        if (n++ < 3) goto local;
        printf("%d\n", n);
    }
    return 0;
}
