// Twin of wild.c: the correct form.
#include <stdint.h>
#include <stdio.h>

static int fine(int x) { return x * 2; }

int main(void) {
    uintptr_t entry = 0x08000101u;
    entry = (uintptr_t)&fine;
    int (*boot)(int) = (int (*)(int))entry;
    printf("%d\n", boot(3));
    return 0;
}
