// The write position wraps one slot too late.
#include <stdio.h>
#include <stdlib.h>

struct ring {
    size_t cap, head, count;
    unsigned char *buf;
};

static void push(struct ring *r, unsigned char c) {
    r->buf[r->head] = c; //~ FAULT out-of-bounds
    if (++r->head > r->cap)
        r->head = 0;
    if (r->count < r->cap) r->count++;
}

int main(void) {
    struct ring r = {16, 0, 0, malloc(16)};
    if (!r.buf) return 1;
    for (int i = 0; i < 40; i++)
        push(&r, (unsigned char)('a' + i % 26));
    printf("%zu %zu %c\n", r.head, r.count, r.buf[0]);
    free(r.buf);
    return 0;
}
