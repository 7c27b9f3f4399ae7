// The cleanup attribute: order, early returns, loops, goto.
#include <stdio.h>

static void done(int *p) { printf("~%d ", *p); }
#define GUARD(n) __attribute__((cleanup(done))) int n

static int early(int k) {
    GUARD(a) = 1;
    if (k == 0) return a * 10;
    GUARD(b) = 2;
    for (int i = 0; i < k; i++) {
        GUARD(c) = 100 + i;
        if (i == 2) break;
        if (i == 1) continue;
        c += 50;
    }
    {
        GUARD(d) = 3;
        if (k == 5) goto out;
    }
    a = 7;
out:
    return a + b;
}

int main(void) {
    for (int k = 0; k < 6; k += 1) printf("= %d\n", early(k));
    return 0;
}
