// memcpy over the end of the destination.
#include <stdio.h>
#include <string.h>

struct key {
    unsigned char bytes[16];
};

static void load_key(struct key *k, const unsigned char *from, size_t n) {
    memcpy(k, from, n); //~ FAULT out-of-bounds
}

int main(void) {
    unsigned char raw[32];
    for (int i = 0; i < 32; i++)
        raw[i] = (unsigned char)(i * 3);
    struct key k;
    load_key(&k, raw, sizeof raw);
    printf("%d\n", k.bytes[15]);
    return 0;
}
