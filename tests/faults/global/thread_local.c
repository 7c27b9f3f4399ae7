// sanitizers: blind
// A thread-local array, one past its end.
#include <stdio.h>

static _Thread_local unsigned long slots[5];

static void bump(unsigned long *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] += (unsigned long)i; //~ FAULT out-of-bounds
}

int main(void) {
    bump(slots, 6);
    printf("%lu\n", slots[4]);
    return 0;
}
