// Twin of int128_overflow.c: the correct form.
#include <stdio.h>

int main(void) {
    __int128 min = (__int128)1 << 126;
    min = -min * 2;
    __int128 by = -1;
    by = -4;
    __int128 q = min / by;
    printf("%llx\n", (unsigned long long)(q >> 64));
    return 0;
}
