// Sorting: quicksort, heap sort, merge sort, insertion and radix sort agree, with a generic byte-wise sort by callback.
#include <stddef.h>
#include <stdint.h>
#include "check.h"

enum { N = 300 };
static int32_t base[N], v[N], w[N];
static uint32_t rnd = 42;
static uint32_t next(void) { rnd ^= rnd << 13; rnd ^= rnd >> 17; rnd ^= rnd << 5; return rnd; }

static void quick(int32_t *a, int lo, int hi) {
    while (lo < hi) {
        int32_t p = a[(lo + hi) / 2];
        int i = lo, j = hi;
        do { while (a[i] < p) i++; while (p < a[j]) j--; if (i <= j) { int32_t t = a[i]; a[i++] = a[j]; a[j--] = t; } } while (i <= j);
        if (j - lo < hi - i) { quick(a, lo, j); lo = i; } else { quick(a, i, hi); hi = j; }
    }
}
static void sift(int32_t *a, int i, int n) { for (int c; (c = 2 * i + 1) < n; i = c) { if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[i] >= a[c]) return; int32_t t = a[i]; a[i] = a[c]; a[c] = t; } }
static void heap(int32_t *a, int n) { for (int i = n / 2; i-- > 0;) sift(a, i, n); while (n-- > 1) { int32_t t = a[0]; a[0] = a[n]; a[n] = t; sift(a, 0, n); } }
static void merge(int32_t *a, int32_t *t, int n) {
    if (n < 2) return;
    int h = n / 2, i = 0, j = h, k = 0;
    merge(a, t, h);
    merge(a + h, t, n - h);
    while (i < h && j < n) t[k++] = a[j] < a[i] ? a[j++] : a[i++];
    while (i < h) t[k++] = a[i++];
    while (j < n) t[k++] = a[j++];
    for (i = 0; i < n; i++) a[i] = t[i];
}
static void insertion(int32_t *a, int n) { for (int i = 1; i < n; i++) { int32_t x = a[i]; int j = i; for (; j > 0 && a[j - 1] > x; j--) a[j] = a[j - 1]; a[j] = x; } }
static void radix(int32_t *a, int32_t *t, int n) {
    for (int s = 0; s < 32; s += 8) {
        int count[257] = {0};
        for (int i = 0; i < n; i++) count[((((uint32_t)a[i] ^ 0x80000000u) >> s) & 255) + 1]++;
        for (int i = 0; i < 256; i++) count[i + 1] += count[i];
        for (int i = 0; i < n; i++) t[count[(((uint32_t)a[i] ^ 0x80000000u) >> s) & 255]++] = a[i];
        for (int i = 0; i < n; i++) a[i] = t[i];
    }
}
static void generic(void *b, size_t n, size_t size, int (*cmp)(const void *, const void *)) {
    char *a = b;
    for (size_t gap = n / 2; gap; gap /= 2)
        for (size_t i = gap; i < n; i++)
            for (size_t j = i; j >= gap && cmp(a + (j - gap) * size, a + j * size) > 0; j -= gap)
                for (size_t k = 0; k < size; k++) { char t = a[j * size + k]; a[j * size + k] = a[(j - gap) * size + k]; a[(j - gap) * size + k] = t; }
}
static int by_value(const void *a, const void *b) { int32_t x = *(const int32_t *)a, y = *(const int32_t *)b; return (x > y) - (x < y); }
struct rec { uint8_t tag; uint16_t key; uint8_t pad[2]; };
static int by_key(const void *a, const void *b) { return (int)((const struct rec *)a)->key - (int)((const struct rec *)b)->key; }
static int sorted(const int32_t *a) { for (int i = 1; i < N; i++) if (a[i - 1] > a[i]) return 0; return 1; }
static int same(void) { for (int i = 0; i < N; i++) if (v[i] != w[i]) return 0; return 1; }
static void reset(int32_t *to) { for (int i = 0; i < N; i++) to[i] = base[i]; }

int main(void) {
    static int32_t tmp[N];
    for (int i = 0; i < N; i++) base[i] = (int32_t)next();
    reset(w); quick(w, 0, N - 1); CHECK(sorted(w));
    reset(v); heap(v, N); CHECK(same());
    reset(v); merge(v, tmp, N); CHECK(same());
    reset(v); insertion(v, N); CHECK(same());
    reset(v); radix(v, tmp, N); CHECK(same());
    reset(v); generic(v, N, sizeof v[0], by_value); CHECK(same());
    static struct rec r[50];
    for (int i = 0; i < 50; i++) { r[i].key = (uint16_t)next(); r[i].tag = (uint8_t)(r[i].key * 3); }
    generic(r, 50, sizeof r[0], by_key);
    for (int i = 0; i < 50; i++) { CHECK(r[i].tag == (uint8_t)(r[i].key * 3)); if (i) CHECK(r[i - 1].key <= r[i].key); }
    int lo = 0, hi = N - 1, steps = 0;
    while (lo < hi) { int m = (lo + hi) / 2; if (w[m] < base[17]) lo = m + 1; else hi = m; steps++; }
    CHECK(w[lo] == base[17] && steps < 10);
    return 0;
}
