// Twin of vla_negative.c: the correct form.
#include <stdio.h>

static int use(int n) {
    if (n < 1) n = 1;
    int v[n];
    v[0] = n;
    return v[0];
}

int main(void) {
    printf("%d\n", use(3));
    printf("%d\n", use(-3));
    return 0;
}
