// Twin of through_pointer.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

struct frame {
    unsigned char header[4];
    unsigned short payload[6];
    unsigned crc;
};

static void fill(struct frame *f, int n) {
    for (int i = 0; i < n; i++)
        f->payload[i] = (unsigned short)(i * 257);
}

int main(void) {
    struct frame *f = calloc(1, sizeof *f);
    if (!f) return 1;
    fill(f, 6);
    printf("%u %u\n", f->payload[5], f->crc);
    free(f);
    return 0;
}
