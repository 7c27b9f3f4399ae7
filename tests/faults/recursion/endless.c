// A recursion without an end.
#include <stdio.h>

static int down(int n) { return down(n + 1) + 1; } //~ FAULT stack-exhaustion

int main(void) {
    printf("%d\n", down(0));
    return 0;
}
