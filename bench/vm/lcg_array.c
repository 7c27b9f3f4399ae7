// A linear congruential generator writes and reads an array at scattered places.
#include <stdint.h>
#include <stdio.h>

enum { SIZE = 1 << 16, ROUNDS = 50000000 };
static uint32_t a[SIZE];

int main(void) {
    uint32_t x = 1, sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        x = x * 1664525u + 1013904223u;
        uint32_t at = x >> 16;
        a[at] += x ^ (uint32_t)i;
        sum += a[(at + 12345) & (SIZE - 1)];
    }
    printf("lcg_array %u\n", sum);
    return 0;
}
