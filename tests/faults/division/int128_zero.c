// 128-bit division by zero.
#include <stdio.h>

static unsigned __int128 scale(unsigned __int128 v, unsigned __int128 by) {
    return v / by; //~ FAULT division-by-zero
}

int main(void) {
    unsigned __int128 v = (unsigned __int128)1 << 100;
    unsigned __int128 by = v >> 101;
    printf("%llx\n", (unsigned long long)(scale(v, by) >> 64));
    return 0;
}
