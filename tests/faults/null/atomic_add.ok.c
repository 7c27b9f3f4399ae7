// Twin of atomic_add.c: the correct form.
#include <stdatomic.h>
#include <stdio.h>

static void count(atomic_int *c) {
    atomic_fetch_add(c, 2);
}

int main(void) {
    atomic_int n = 3;
    atomic_int *p[2] = {&n, NULL};
    count(p[0]);
    printf("%d\n", n);
    return 0;
}
