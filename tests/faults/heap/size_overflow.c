// n * size wraps to a small number, the fill loop runs out of the block.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct record {
    uint32_t key, value, next, flags;
};

static struct record *make(uint32_t n) {
    uint32_t bytes = n * (uint32_t)sizeof(struct record);
    struct record *r = malloc(bytes);
    if (!r) return NULL;
    for (uint32_t i = 0; i < n; i++) {
        r[i].key = i; //~ FAULT out-of-bounds
        r[i].value = r[i].next = r[i].flags = 0;
    }
    return r;
}

int main(void) {
    struct record *r = make(0x10000004u);
    if (!r) return 1;
    printf("%u\n", (unsigned)r[3].key);
    free(r);
    return 0;
}
