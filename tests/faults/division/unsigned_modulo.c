// Unsigned remainder with a zero size of the table.
#include <stdio.h>

static unsigned bucket(unsigned hash, unsigned buckets) {
    return hash % buckets; //~ FAULT division-by-zero
}

int main(void) {
    unsigned buckets = 64;
    unsigned sum = 0;
    while (buckets + 1 > 0) {
        sum += bucket(2654435761u, buckets);
        buckets /= 2;
    }
    printf("%u\n", sum);
    return 0;
}
