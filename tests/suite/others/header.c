/* Puts a struct of its own behind a `void *`. */

#define WITH_LABELS
#include "packet.h"

typedef enum { DIRECT, AROUND, SLOW, NONE } route_mode;

struct route {
    route_mode mode;
    struct hop *back;
};

int reroute(struct hop *h)
{
    if (!h->route)
        return -1;
    if (h->route->mode == AROUND)
        return 2;
    h->route->mode = SLOW;
    return h->route->back == h;
}

int label_length(const struct labelled *l)
{
    const label *label = l->label;
    if (label->length < 4)
        return 0;
    return label->text ? label->length : -1;
}

struct header {
    unsigned short kind, size;
    const char *sender;
    char mark[4];
};

int send_header(int kind, int size)
{
    struct header h = {0, 0, "me", "abc"};
    struct packet p;
    h.kind = (unsigned short)kind;
    h.size = (unsigned short)size;
    p.payload = &h;
    p.length = (int)sizeof h;
    shorten(&p);
    return is_urgent(&p) ? h.size : -1;
}

int kind_in(const struct packet *p)
{
    const struct header *h = p->payload;
    return h->size > 4 && h->sender ? h->kind : -1;
}

static int is_set(void *const *payload)
{
    return *payload ? 1 : 0;
}

/* Of no packet this computes an address, and the one above reads there. */
int has_payload(const struct packet *p)
{
    return is_set(&p->payload);
}

/* Ports may have a macro for it. */
#ifndef doubled
int doubled(int v)
{
    return v * 2;
}
#endif
