// A const table is written through a cast.
#include <stdio.h>

static const int primes[] = {2, 3, 5, 7, 11};

static void bump(const int *v, int i) {
    ((int *)v)[i]++; //~ FAULT write-to-constant
}

int main(void) {
    bump(primes, 2);
    printf("%d\n", primes[2]);
    return 0;
}
