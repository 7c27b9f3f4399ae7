/* A protocol header of bit-fields, as a radio or bus would send it: lengths, flags and a checksum that depend on each other. */

struct header {
    unsigned version : 4;
    unsigned words : 4;
    unsigned urgent : 1;
    unsigned fragment : 1;
    unsigned last : 1;
    unsigned priority : 3;
    signed delta : 6;
    unsigned length : 12;
    unsigned short offset;
    unsigned char check;
};

enum { VERSION = 1, SHORT, LENGTH, CHECK, FRAGMENT, ORDER, URGENT, FINE };

static unsigned char fold(unsigned v)
{
    v = (v & 0xFFFF) + (v >> 16);
    return (unsigned char)(v ^ v >> 8);
}

int examine(const struct header *h)
{
    if (!h || h->version != 4)
        return VERSION;
    if (h->words < 5)
        return SHORT;
    if (h->words * 4u > h->length)
        return LENGTH;
    unsigned sum = h->version << 12 | h->words << 8 | h->length;
    if (fold(sum) != h->check)
        return CHECK;
    if (h->fragment) {
        if (h->offset % 8 != 0 || h->offset + h->length > 60000)
            return FRAGMENT;
        if (h->last && h->offset == 0)
            return ORDER;
    } else if (h->offset != 0 || h->last) {
        return FRAGMENT;
    }
    if (h->urgent && (h->priority > 5 || h->delta < -20))
        return URGENT;
    return FINE;
}
