// Twin of straddling_load.c: the correct form.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct __attribute__((packed)) wire {
    uint8_t tag;
    uint64_t value;
};

int main(void) {
    size_t n = 9;
    unsigned char *msg = malloc(n);
    if (!msg) return 1;
    for (size_t i = 0; i < n; i++)
        msg[i] = (unsigned char)(i + 1);
    struct wire *w = (struct wire *)msg;
    printf("%u\n", w->tag);
    uint64_t v = w->value;
    printf("%llx\n", (unsigned long long)v);
    free(msg);
    return 0;
}
