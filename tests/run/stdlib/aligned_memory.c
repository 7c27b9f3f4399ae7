// Aligned blocks, arrays that overflow, reallocation of everything.
#define _GNU_SOURCE
#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    for (size_t a = 16; a <= 4096; a *= 4) {
        void *p = aligned_alloc(a, 2 * a), *q = NULL, *r = memalign(a, 10);
        int e = posix_memalign(&q, a, 33);
        printf("%d %d %d %d\n", (uintptr_t)p % a == 0, (uintptr_t)q % a == 0, (uintptr_t)r % a == 0, e);
        memset(p, 1, 2 * a);
        memset(q, 1, 33);
        free(p);
        free(q);
        free(r);
    }
    void *q;
    printf("%d %d\n", posix_memalign(&q, 3, 8) == EINVAL, posix_memalign(&q, 1, 8) == EINVAL);
    errno = 0;
    volatile size_t huge = SIZE_MAX / 4;
    printf("%d ", reallocarray(NULL, huge, 8) == NULL);
    printf("%d ", errno == ENOMEM);
    printf("%d\n", calloc(huge, 16) == NULL);
    char *p = realloc(NULL, 3);
    memcpy(p, "ab", 3);
    p = realloc(p, 1000);
    p = reallocarray(p, 3, 1);
    puts(p);
    printf("%d\n", malloc_usable_size(p) >= 3);
    void *v = valloc(10);
    printf("%d\n", (uintptr_t)v % 4096 == 0);
    free(v);
    free(p);
    return 0;
}
