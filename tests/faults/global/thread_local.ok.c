// Twin of thread_local.c: the correct form.
#include <stdio.h>

static _Thread_local unsigned long slots[5];

static void bump(unsigned long *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] += (unsigned long)i;
}

int main(void) {
    bump(slots, 5);
    printf("%lu\n", slots[4]);
    return 0;
}
