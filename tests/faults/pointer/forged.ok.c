// Twin of forged.c: the correct form.
#include <stdint.h>
#include <stdio.h>

int main(void) {
    uint32_t fake = 5;
    volatile uint32_t *reg = &fake;
    *reg = 1;
    printf("%u\n", (unsigned)*reg);
    (void)fake;
    return 0;
}
