// An atomic operation on a null pointer.
#include <stdatomic.h>
#include <stdio.h>

static void count(atomic_int *c) {
    atomic_fetch_add(c, 2); //~ FAULT null-dereference
}

int main(void) {
    atomic_int n = 3;
    atomic_int *p[2] = {&n, NULL};
    count(p[1]);
    printf("%d\n", n);
    return 0;
}
