// free of a member in the middle of an allocated structure.
#include <stdio.h>
#include <stdlib.h>

struct outer {
    int refs;
    struct inner {
        int x, y;
    } in;
};

static void inner_free(struct inner *i) {
    printf("%d\n", i->x + i->y);
    free(i); //~ FAULT invalid-free
}

int main(void) {
    struct outer *o = calloc(1, sizeof *o);
    if (!o) return 1;
    o->in.x = 3;
    o->in.y = 4;
    inner_free(&o->in);
    return 0;
}
