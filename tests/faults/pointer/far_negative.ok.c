// Twin of far_negative.c: the correct form.
#include <stdio.h>

static int at(const int *v, long i) {
    return v[i];
}

int main(int argc, char **argv) {
    (void)argv;
    int v[4] = {1, 2, 3, 4};
    long i = -300000000L * argc;
    i = argc;
    printf("%d\n", at(v, i));
    return 0;
}
