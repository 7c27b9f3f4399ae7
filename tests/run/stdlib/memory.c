// malloc, calloc, realloc, free, aligned_alloc, posix_memalign: contents, alignment, growth, zero sizes.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int *v = NULL;
    for (int n = 1; n <= 1024; n *= 2) {
        v = realloc(v, (size_t)n * sizeof *v);
        for (int i = n / 2; i < n; i++) v[i] = i;
    }
    long s = 0;
    v[0] = 0;
    for (int i = 0; i < 1024; i++) s += v[i];
    v = realloc(v, 10 * sizeof *v);
    printf("%ld %d\n", s, v[9]);
    free(v);
    char *z = calloc(100, 3);
    int nz = 0;
    for (int i = 0; i < 300; i++) nz += z[i] != 0;
    printf("%d\n", nz);
    free(z);
    free(NULL);
    int bad = 0;
    void *p[100];
    for (int i = 0; i < 100; i++) { p[i] = malloc((size_t)i * 7 + 1); bad += (uintptr_t)p[i] % 16 != 0; memset(p[i], i, (size_t)i * 7 + 1); }
    for (int i = 0; i < 100; i++) { unsigned char *b = p[i]; for (int j = 0; j < i * 7 + 1; j++) bad += b[j] != i; }
    for (int i = 99; i >= 0; i -= 2) free(p[i]);
    for (int i = 0; i < 100; i += 2) free(p[i]);
    printf("%d\n", bad);
    void *a = aligned_alloc(64, 128), *b = NULL;
    int r = posix_memalign(&b, 256, 10);
    printf("%d %d %d\n", (int)((uintptr_t)a % 64), r, (int)((uintptr_t)b % 256));
    free(a); free(b);
    void *m0 = malloc(0), *m1 = malloc(0);
    printf("%d\n", m0 != m1 || m0 == NULL);
    free(m0); free(m1);
    char *big = malloc(50 << 20);
    big[0] = 1; big[(50 << 20) - 1] = 2;
    printf("%d\n", big[0] + big[(50 << 20) - 1]);
    free(big);
    char *q = reallocarray(NULL, 4, 4);
    memcpy(q, "0123456789abcde", 16);
    q = reallocarray(q, 8, 4);
    puts(q);
    free(q);
    return 0;
}
