// Machine code on the heap, called.
#include <stdlib.h>
#include <string.h>
int main(void) {
    unsigned char *p = malloc(16);
    if (!p) return 1;
    memcpy(p, "\xb8\x2a\0\0\0\xc3", 6);
    return ((int (*)(void))(void *)p)();
}
