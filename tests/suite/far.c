/* Faults of which the native form is left to chance: far behind a block other memory may lie, and over the end of the address
   space a length seems to be below zero. Near a block they are tests. */
#include <string.h>

int far_behind(char *block)
{
    return block ? block[100000] : 0;
}

int nowhere_near(char *block)
{
    return block ? block[3000000000] : 0;
}

int behind(char *block)
{
    return block ? block[100] : 0;
}

struct packet {
    char kind;
    char address[4];
};

void before_null(char *to, const struct packet *p)
{
    if (to)
        memcpy(to, (const char *)p - 4, 4);
}
