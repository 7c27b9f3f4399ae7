// Recursive quicksort of 400,000 pseudo-random integers, six times over.
#include <stdint.h>
#include <stdio.h>

enum { N = 400000 };
static int32_t v[N];

static void sort(int32_t *a, int lo, int hi) {
    while (lo < hi) {
        int32_t pivot = a[lo + (hi - lo) / 2];
        int i = lo, j = hi;
        while (i <= j) {
            while (a[i] < pivot) i++;
            while (a[j] > pivot) j--;
            if (i <= j) {
                int32_t t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        if (j - lo < hi - i) {
            sort(a, lo, j);
            lo = i;
        } else {
            sort(a, i, hi);
            hi = j;
        }
    }
}

int main(void) {
    uint32_t x = 2463534242u, sum = 0;
    for (int round = 0; round < 6; round++) {
        for (int i = 0; i < N; i++) {
            x ^= x << 13;
            x ^= x >> 17;
            x ^= x << 5;
            v[i] = (int32_t)x;
        }
        sort(v, 0, N - 1);
        for (int i = 0; i < N; i += 1000)
            sum = sum * 31 + (uint32_t)v[i];
        for (int i = 1; i < N; i++)
            if (v[i - 1] > v[i]) return 1;
    }
    printf("quicksort %u\n", sum);
    return 0;
}
