// The smallest 128-bit number divided by -1.
#include <stdio.h>

int main(void) {
    __int128 min = (__int128)1 << 126;
    min = -min * 2;
    __int128 by = -1;
    __int128 q = min / by; //~ FAULT division-overflow
    printf("%llx\n", (unsigned long long)(q >> 64));
    return 0;
}
