// Twin of int_overflow_modulo.c: the correct form.
#include <limits.h>
#include <stdio.h>

static int wrap(int v, int range) {
    if (range == -1) return 0;
    return v % range;
}

int main(void) {
    printf("%d\n", wrap(INT_MIN, 7));
    printf("%d\n", wrap(INT_MIN, -1));
    return 0;
}
