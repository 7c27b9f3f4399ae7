// Large but reasonable: 64 MB of static data, a 4 MB local array, a block of 100 MB touched sparsely.
#include <stdio.h>
#include <stdlib.h>

static unsigned char pool[64 << 20];

static unsigned big_local(unsigned seed) {
    unsigned char v[4 << 20];
    unsigned s = 0;
    for (unsigned i = 0; i < sizeof v; i += 4096) v[i] = (unsigned char)(seed + i / 4096);
    for (unsigned i = 0; i < sizeof v; i += 4096) s += v[i];
    return s;
}

int main(void) {
    for (unsigned i = 0; i < sizeof pool; i += 1 << 16) pool[i] = (unsigned char)(i >> 16);
    unsigned s = 0;
    for (unsigned i = 0; i < sizeof pool; i += 1 << 12) s += pool[i];
    printf("%u %u\n", s, big_local(3));
    unsigned char *p = calloc(100, 1 << 20);
    if (!p) return 1;
    for (unsigned i = 0; i < 100; i++) p[(size_t)i << 20] = 1;
    s = 0;
    for (unsigned i = 0; i < 100u << 20; i += 1 << 19) s += p[i];
    printf("%u\n", s);
    free(p);
    return 0;
}
