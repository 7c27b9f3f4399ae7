// Sizes that no machine has: malloc must give NULL, calloc must see the overflow.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    volatile size_t huge = SIZE_MAX - 100, half = SIZE_MAX / 2;
    void *p[4] = {malloc(huge), calloc(half, 4), realloc(NULL, huge), malloc(half + 1)};
    for (int i = 0; i < 4; i++) if (p[i]) return 1;
    puts("all null");
    return 0;
}
