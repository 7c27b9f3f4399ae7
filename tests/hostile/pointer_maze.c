// A pointer that is walked through all of its slots by a generator: any of these may or may not hit something.
#include <stdint.h>
#include <stdio.h>
int main(void) {
    static char a[16];
    uintptr_t x = (uintptr_t)a;
    unsigned s = 0;
    for (int i = 0; i < 1000; i++) { x = x * 6364136223846793005ul + 1442695040888963407ul; s += *(volatile unsigned char *)x; }
    printf("%u\n", s);
    return 0;
}
