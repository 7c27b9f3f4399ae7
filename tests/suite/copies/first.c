#include "buffer.h"

int add_one(struct buffer *b)
{
    return add(b, 1);
}
