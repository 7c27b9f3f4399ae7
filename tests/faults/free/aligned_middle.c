// A hand-aligned pointer into a block is freed instead of the block.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *raw = malloc(256);
    if (!raw) return 1;
    char *aligned = (char *)(((uintptr_t)raw + 64) & ~(uintptr_t)63);
    aligned[0] = 'a';
    printf("%c\n", aligned[0]);
    free(aligned); //~ FAULT invalid-free
    return 0;
}
