// Twin of big_frames.c: the correct form.
#include <stdio.h>
#include <string.h>

static int level(int n) { char page[1 << 10]; memset(page, n, sizeof page); return n ? page[5] + level(n - 1) : 0; }

int main(void) {
    printf("%d\n", level(64));
    return 0;
}
