// Twin of int_zero.c: the correct form.
#include <stdio.h>

static int average(const int *v, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i];
    if (n == 0) return 0;
    return s / n;
}

int main(void) {
    int v[3] = {4, 5, 6};
    printf("%d\n", average(v, 3));
    printf("%d\n", average(v, 0));
    return 0;
}
