// A library copy out of freed memory.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct blob {
    unsigned char *data;
    size_t len;
};

static void blob_free(struct blob *b) {
    free(b->data);
}

int main(void) {
    struct blob b = {malloc(32), 32};
    if (!b.data) return 1;
    memset(b.data, 7, b.len);
    unsigned char out[32] = {0};
    blob_free(&b);
    if (b.len)
        memcpy(out, b.data, b.len); //~ FAULT use-after-free
    printf("%d\n", out[31]);
    return 0;
}
