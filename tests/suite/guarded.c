/* Reads behind the end of an object that is no string, inside of a function that sanitizers look into only in part. */

#include <stdio.h>

struct name {
    unsigned is_short : 1;
    unsigned size : 15;
    char text[];
};

int show(const struct name *n)
{
    return printf("%c%.*s%c", n->is_short ? '"' : '[', (int)n->size, n->text, ']');
}
