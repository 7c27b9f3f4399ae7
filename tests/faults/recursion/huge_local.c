// One local array larger than any stack.
#include <stdio.h>

static int big(int i) { char a[1 << 30]; a[i] = 1; return a[i]; } //~ FAULT stack-exhaustion

int main(void) {
    int r = big(1000);
    printf("%d\n", r);
    return 0;
}
