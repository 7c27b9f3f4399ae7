// Twin of table.c: the correct form.
#include <stdio.h>

static int primes[] = {2, 3, 5, 7, 11};

static void bump(const int *v, int i) {
    ((int *)v)[i]++;
}

int main(void) {
    bump(primes, 2);
    printf("%d\n", primes[2]);
    return 0;
}
