// Twin of builtin.c: the correct form.
#include <stdio.h>

static int sign(int v) {
    if (v < 0) return -1;
    if (v > 0) return 1;
    return 0;
}

int main(void) {
    int sum = 0;
    for (int v = -1; v < 2; v++)
        sum += sign(v) * 10 + 1;
    printf("%d\n", sum);
    return 0;
}
