// A call to a made-up address.
#include <stdint.h>
#include <stdio.h>

static int fine(int x) { return x * 2; }

int main(void) {
    uintptr_t entry = 0x08000101u;
    int (*boot)(int) = (int (*)(int))entry;
    printf("%d\n", boot(3)); //~ FAULT bad-function-pointer
    return 0;
}
