// Twin of memcpy_overlap_heap.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct window {
    unsigned char *buf;
    size_t used;
};

static void drop(struct window *w, size_t n) {
    w->used -= n;
    memmove(w->buf, w->buf + n, w->used);
}

int main(void) {
    struct window w = {malloc(32), 32};
    if (!w.buf) return 1;
    for (int i = 0; i < 32; i++)
        w.buf[i] = (unsigned char)i;
    drop(&w, 24);
    printf("%d\n", w.buf[0]);
    drop(&w, 3);
    printf("%d\n", w.buf[0]);
    free(w.buf);
    return 0;
}
