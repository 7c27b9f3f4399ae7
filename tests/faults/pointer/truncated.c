// A pointer squeezed through 32 bits.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 1;
    *p = 9;
    uint32_t handle = (uint32_t)(uintptr_t)p & 0xfffffff0u;
    int *q = (int *)(uintptr_t)(handle | 0x5500000000000000u);
    printf("%d\n", *q); //~ FAULT wild-pointer
    free(p);
    return 0;
}
