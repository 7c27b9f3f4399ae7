// Twin of int128_zero.c: the correct form.
#include <stdio.h>

static unsigned __int128 scale(unsigned __int128 v, unsigned __int128 by) {
    return v / by;
}

int main(void) {
    unsigned __int128 v = (unsigned __int128)1 << 100;
    unsigned __int128 by = v >> 80;
    printf("%llx\n", (unsigned long long)(scale(v, by) >> 64));
    return 0;
}
