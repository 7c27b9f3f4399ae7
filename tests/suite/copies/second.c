#include "buffer.h"

#include <stdlib.h>

static void *grow(void *opaque, void *old, unsigned long size)
{
    (void)opaque;
    return size > 100 ? NULL : realloc(old, size);
}

void set_up(struct buffer *b)
{
    b->grow = grow;
}

int add_two(struct buffer *b)
{
    return add(b, 2);
}
