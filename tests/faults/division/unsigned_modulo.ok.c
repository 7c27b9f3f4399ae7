// Twin of unsigned_modulo.c: the correct form.
#include <stdio.h>

static unsigned bucket(unsigned hash, unsigned buckets) {
    return hash % buckets;
}

int main(void) {
    unsigned buckets = 64;
    unsigned sum = 0;
    while (buckets > 0) {
        sum += bucket(2654435761u, buckets);
        buckets /= 2;
    }
    printf("%u\n", sum);
    return 0;
}
