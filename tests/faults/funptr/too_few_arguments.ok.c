// Twin of too_few_arguments.c: the correct form.
#include <stdio.h>

static int area(int w, int h) { return w * h; }
static int square(int w) { return w * w; }

int main(void) {
    int (*f)(int) = square;
    printf("%d\n", f(3));
    printf("%d %d\n", area(2, 3), square(4));
    return 0;
}
