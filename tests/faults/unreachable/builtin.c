// __builtin_unreachable is reached.
#include <stdio.h>

static int sign(int v) {
    if (v < 0) return -1;
    if (v > 0) return 1;
    __builtin_unreachable(); //~ FAULT unreachable
}

int main(void) {
    int sum = 0;
    for (int v = -1; v < 2; v++)
        sum += sign(v) * 10 + 1;
    printf("%d\n", sum);
    return 0;
}
