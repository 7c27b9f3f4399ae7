// Twin of inside_struct.c: the correct form.
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
}

int main(void) {
    struct outer *o = calloc(1, sizeof *o);
    if (!o) return 1;
    o->in.x = 3;
    o->in.y = 4;
    inner_free(&o->in);
    free(o);
    return 0;
}
