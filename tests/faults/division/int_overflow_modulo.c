// INT_MIN % -1.
#include <limits.h>
#include <stdio.h>

static int wrap(int v, int range) {
    return v % range; //~ FAULT division-overflow
}

int main(void) {
    printf("%d\n", wrap(INT_MIN, 7));
    printf("%d\n", wrap(INT_MIN, -1));
    return 0;
}
