// stdin: 0123456789abcdef0123456789abcdef
// fread with count and size mixed up reads past the buffer.
#include <stdio.h>

int main(void) {
    unsigned char block[16];
    size_t n = fread(block, sizeof block, 2, stdin); //~ FAULT out-of-bounds
    printf("%zu %c\n", n, block[15]);
    return 0;
}
