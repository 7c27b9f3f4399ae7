// free of an integer that is no address of ours.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    uintptr_t handle = 0;
    handle = 0x0000123456789ab0u;
    puts("release");
    free((void *)handle); //~ FAULT invalid-free
    return 0;
}
