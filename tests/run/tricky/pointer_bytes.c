// Pointers copied byte by byte, through unions, integers, tag bits, xor and files keep their identity.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; int v; };
static int f(int x) { return x + 1; }

int main(void) {
    int a = 5, b = 6, *p = &a, *q;
    for (unsigned i = 0; i < sizeof p; i++) ((char *)&q)[i] = ((char *)&p)[i];
    printf("%d\n", *q);
    unsigned char raw[1 + sizeof p];
    memcpy(raw + 1, &p, sizeof p);
    memmove(raw, raw + 1, sizeof p);
    memcpy(&q, raw, sizeof q);
    *q = 7;
    printf("%d\n", a);
    uintptr_t x = (uintptr_t)&a ^ (uintptr_t)&b;
    printf("%d %d\n", *(int *)(x ^ (uintptr_t)&b), *(int *)(x ^ (uintptr_t)&a));
    uintptr_t t = (uintptr_t)&a | 1;
    printf("%d %d\n", *(int *)(t & ~(uintptr_t)1), (int)(t & 1));
    uint32_t lo = (uint32_t)(uintptr_t)&b, hi = (uint32_t)((uint64_t)(uintptr_t)&b >> 32);
    printf("%d\n", *(int *)(uintptr_t)((uint64_t)hi << 32 | lo));
    union { int *p; uint64_t u; unsigned char c[8]; } u = {&a};
    u.c[3] ^= 0x55; u.c[3] ^= 0x55;
    u.u += sizeof(int); u.u -= sizeof(int);
    printf("%d\n", *u.p);
    struct node *n = malloc(sizeof *n * 2);
    n[0] = (struct node){&n[1], 10};
    n[1] = (struct node){&n[0], 20};
    struct node copy[2];
    memcpy(copy, n, sizeof copy);
    printf("%d %d\n", copy[0].next->v, copy[0].next->next->v);
    FILE *file = tmpfile();
    fwrite(&n, sizeof n, 1, file);
    rewind(file);
    struct node *back = NULL;
    if (fread(&back, sizeof back, 1, file) == 1) printf("%d\n", back->v);
    fclose(file);
    int (*fp)(int);
    uintptr_t fi = (uintptr_t)f;
    memcpy(&fp, &fi, sizeof fp);
    printf("%d\n", fp(1));
    free(n);
    uintptr_t sum = 0;
    for (int i = 0; i < 2; i++) sum += (uintptr_t)(i ? &a : &b);
    printf("%d\n", *(int *)(sum - (uintptr_t)&b));
    return 0;
}
