// longjmp out of qsort's comparison function, many times over.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
static jmp_buf env;
static int left;
static int cmp(const void *a, const void *b) { if (--left == 0) longjmp(env, 1); return *(const int *)a - *(const int *)b; }
int main(void) {
    volatile int out = 0;
    for (volatile int i = 1; i < 1000; i++) {
        int v[8] = {8, 7, 6, 5, 4, 3, 2, 1};
        left = i % 12 + 1;
        if (setjmp(env)) out++;
        else qsort(v, 8, sizeof v[0], cmp);
    }
    printf("%d\n", out > 0);
    return 0;
}
