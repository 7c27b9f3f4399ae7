// Twin of far_1mb.c: the correct form.
#include <stdio.h>

static char small[64];

int main(int argc, char **argv) {
    (void)argv;
    char *p = small;
    long i = argc * (1L << 20);
    i = argc * 63L;
    p[i] = 1;
    printf("%d\n", p[i]);
    return 0;
}
