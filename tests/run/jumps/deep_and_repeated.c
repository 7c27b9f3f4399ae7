// Jumps through library callbacks, from deep recursion, many times over one and over many buffers.
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf out;
static int compared;

static int cmp(const void *a, const void *b) {
    if (++compared == 5) longjmp(out, 55);
    return *(const int *)a - *(const int *)b;
}
static int deep(int n, jmp_buf *to) {
    char local[64];
    memset(local, n, sizeof local);
    if (n == 0) longjmp(*to, 7);
    return deep(n - 1, to) + local[3];
}
static int guarded(int v) {
    jmp_buf own;
    volatile int stage = 1;
    int r = setjmp(own);
    if (r == 0) {
        stage = 2;
        if (v % 3 == 0) longjmp(own, v + 1);
        stage = 3;
    }
    return r * 10 + stage;
}

int main(void) {
    int v[] = {9, 3, 7, 1, 8, 2, 6};
    int r = setjmp(out);
    if (r == 0) qsort(v, 7, sizeof *v, cmp);
    printf("%d %d\n", r, compared);
    jmp_buf here, copy;
    volatile int rounds = 0;
    if (setjmp(here) != 0) rounds++;
    if (rounds < 100) deep(50, &here);
    printf("%d\n", rounds);
    long sum = 0;
    for (int i = 0; i < 20000; i++) sum += guarded(i);
    printf("%ld\n", sum);
    volatile int step = 0;
    int k = setjmp(here);
    memcpy(&copy, &here, sizeof here);
    step++;
    if (k < 3) longjmp(step % 2 ? copy : here, k + 1);
    printf("%d %d\n", k, step);
    if (setjmp(here) == 0) longjmp(here, 0);
    else puts("zero became one");
    switch (setjmp(here)) {
    case 0: longjmp(here, -4);
    case -4: puts("negative"); break;
    default: puts("other");
    }
    return 0;
}
