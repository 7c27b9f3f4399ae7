// Twin of off_by_one_read.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

static long sum(const short *v, int n) {
    long s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    return s;
}

int main(void) {
    int n = 7;
    short *v = calloc(n, sizeof *v);
    if (!v) return 1;
    for (int i = 0; i < n; i++)
        v[i] = (short)(100 - i);
    long s = sum(v, n);
    printf("%ld\n", s);
    free(v);
    return 0;
}
