// sanitizers: blind
// The address of one object is computed from another.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static int first[4] = {1, 2, 3, 4};
static int second[4] = {5, 6, 7, 8};

int main(void) {
    ptrdiff_t gap = (ptrdiff_t)((uintptr_t)second - (uintptr_t)first) + 64;
    int *p = (int *)((char *)first + gap);
    printf("%d\n", *p); //~ FAULT out-of-bounds|wild-pointer
    return 0;
}
