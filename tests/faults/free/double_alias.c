// Two owners free the same buffer.
#include <stdio.h>
#include <stdlib.h>

struct image {
    unsigned char *pixels;
    int w, h;
};

static void image_free(struct image *i) {
    free(i->pixels); //~ FAULT double-free
}

int main(void) {
    struct image a = {calloc(4, 4), 4, 4};
    if (!a.pixels) return 1;
    struct image b = a;
    printf("%d\n", b.pixels ? b.w * a.h : 0);
    image_free(&a);
    image_free(&b);
    return 0;
}
