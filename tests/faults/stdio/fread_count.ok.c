// stdin: 0123456789abcdef0123456789abcdef
// Twin of fread_count.c: the correct form.
#include <stdio.h>

int main(void) {
    unsigned char block[16];
    size_t n = fread(block, 2, sizeof block / 2, stdin);
    printf("%zu %c\n", n, block[15]);
    return 0;
}
