// The other generators: random with states, rand_r, the drand48 family.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    for (int i = 0; i < 3; i++) printf("%ld ", random());
    srandom(42);
    for (int i = 0; i < 3; i++) printf("%ld ", random());
    putchar('\n');
    static char s1[8], s2[64], s3[256];
    char *first = initstate(7, s2, sizeof s2);
    printf("%ld %ld ", random(), random());
    initstate(8, s3, sizeof s3);
    printf("%ld %ld ", random(), random());
    initstate(9, s1, sizeof s1);
    printf("%ld %ld ", random(), random());
    printf("%d ", setstate(s2) == s1);
    printf("%ld ", random());
    setstate(first);
    printf("%ld\n", random());
    unsigned seed = 5;
    printf("%d ", rand_r(&seed));
    printf("%d %u\n", rand_r(&seed), seed);
    printf("%.17g %ld %ld\n", drand48(), lrand48(), mrand48());
    srand48(12345);
    printf("%.17g %ld %ld\n", drand48(), lrand48(), mrand48());
    unsigned short x[3] = {1, 2, 3};
    printf("%.17g ", erand48(x));
    printf("%ld ", nrand48(x));
    printf("%ld %u %u %u\n", jrand48(x), x[0], x[1], x[2]);
    unsigned short *old = seed48((unsigned short[]){9, 8, 7});
    printf("%u %u %u %ld\n", old[0], old[1], old[2], lrand48());
    lcong48((unsigned short[]){1, 2, 3, 4, 5, 6, 7});
    printf("%ld %ld\n", lrand48(), mrand48());
    return 0;
}
