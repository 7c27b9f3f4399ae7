// A moderate depth with frames of a megabyte.
#include <stdio.h>
#include <string.h>

static int level(int n) { char page[1 << 20]; memset(page, n, sizeof page); return n ? page[5] + level(n - 1) : 0; } //~ FAULT stack-exhaustion

int main(void) {
    printf("%d\n", level(64));
    return 0;
}
