// Twin of out_parameter.c: the correct form.
#include <stdio.h>

static int divide(int a, int b, int *rest) {
    if (rest)
        *rest = a % b;
    return a / b;
}

int main(void) {
    int r;
    int q = divide(17, 5, &r);
    printf("%d %d\n", q, r);
    printf("%d\n", divide(9, 3, NULL));
    return 0;
}
