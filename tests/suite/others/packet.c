/* Looks behind the `void *` without knowing what others put there. */

#include "packet.h"

#include <string.h>

int is_urgent(const struct packet *p)
{
    char bytes[4];
    if (p->length < 4)
        return 0;
    memcpy(bytes, p->payload, sizeof bytes);
    return bytes[0] == 7 && bytes[1] == 0 && bytes[2] > 9;
}

void shorten(struct packet *p)
{
    if (p->length >= 4 && memcmp(p->payload, "\1\0\1", 4) != 0)
        memset(p->payload, 0, 4);
}

int missing(const struct packet *p)
{
    return 1 - has_payload(p);
}

int is_odd_twice(int v)
{
    return doubled(v) == 7;
}
