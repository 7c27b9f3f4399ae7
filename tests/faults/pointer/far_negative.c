// A large negative index out of a stack array.
#include <stdio.h>

static int at(const int *v, long i) {
    return v[i]; //~ FAULT out-of-bounds|wild-pointer
}

int main(int argc, char **argv) {
    (void)argv;
    int v[4] = {1, 2, 3, 4};
    long i = -300000000L * argc;
    printf("%d\n", at(v, i));
    return 0;
}
