// Reading a function's code as bytes.
#include <stdio.h>
static int f(void) { return 1; }
int main(void) {
    const unsigned char *p = (const unsigned char *)(void *)f;
    unsigned s = 0;
    for (int i = 0; i < 4; i++) s += p[i];
    printf("%d\n", s > 0);
    return 0;
}
