// Writing into a function's code.
#include <stdio.h>
static int f(void) { return 1; }
int main(void) {
    unsigned char *p = (unsigned char *)(void *)f;
    p[0] = 0xc3;
    printf("%d\n", f());
    return 0;
}
