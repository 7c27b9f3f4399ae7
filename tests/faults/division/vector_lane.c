// One lane of a vector division is zero.
#include <stdio.h>

typedef int v4 __attribute__((vector_size(16)));

static v4 divide(v4 a, v4 b) {
    return a / b; //~ FAULT division-by-zero
}

int main(void) {
    v4 a = {100, 200, 300, 400}, b = {1, 2, 3, 4};
    b[2] -= 3;
    v4 r = divide(a, b);
    printf("%d %d %d %d\n", r[0], r[1], r[2], r[3]);
    return 0;
}
