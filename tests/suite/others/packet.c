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

/* The struct is another one here. */
int is_way_back(const struct hop *h)
{
    const struct way {
        struct hop *back;
        int mode;
    } *way = (const struct way *)h->route;
    return way && way->mode == 5;
}

int try_route(struct hop *h)
{
    return h->number > 3 ? reroute(h) : 7;
}

int is_long(const struct labelled *l)
{
    return label_length(l) > 9;
}
