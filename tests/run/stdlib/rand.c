// The exact sequence of glibc's rand, srand, rand_r, random and drand48.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 5; i++) printf("%d ", rand());
    srand(1);
    printf("\n%d", rand());
    srand(42);
    for (int i = 0; i < 40; i++) printf("%s%d", i % 8 ? " " : "\n", rand());
    srand(0);
    printf("\n%d %d\n", rand(), RAND_MAX);
    srand(123456789);
    long s = 0;
    for (int i = 0; i < 10000; i++) s += rand() % 100;
    printf("%ld\n", s);
    unsigned seed = 7;
    for (int i = 0; i < 5; i++) printf("%d ", rand_r(&seed));
    printf("%u\n", seed);
    srandom(99);
    for (int i = 0; i < 5; i++) printf("%ld ", random());
    putchar('\n');
    srand48(5);
    for (int i = 0; i < 3; i++) printf("%.17g %ld %ld ", drand48(), lrand48(), mrand48());
    putchar('\n');
    return 0;
}
