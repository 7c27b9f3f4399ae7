// A pointer made from a constant address.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint32_t fake = 5;
    volatile uint32_t *reg = (volatile uint32_t *)(uintptr_t)0x40021000u;
    *reg = 1; //~ FAULT wild-pointer
    printf("%u\n", (unsigned)*reg);
    (void)fake;
    return 0;
}
