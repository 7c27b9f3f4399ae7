// Twin of wild.c: the correct form.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    uintptr_t handle = 0;
    puts("release");
    free((void *)handle);
    return 0;
}
