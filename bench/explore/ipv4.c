/* An IPv4 address parser and classifier: dotted quads without leading zeros, then what kind of address it is. */

enum { MALFORMED = -1, PUBLIC, PRIVATE, LOOPBACK, LINK_LOCAL, MULTICAST, BROADCAST, ANY };

static int part(const char **p, unsigned *out)
{
    const char *s = *p;
    unsigned v = 0;
    int digits = 0;
    while (*s >= '0' && *s <= '9') {
        if (digits > 0 && v == 0)
            return 0;
        v = v * 10 + (*s - '0');
        if (v > 255)
            return 0;
        digits++;
        s++;
    }
    *p = s;
    *out = v;
    return digits > 0;
}

int parse(const char *text, unsigned *address)
{
    unsigned all = 0;
    for (int i = 0; i < 4; i++) {
        unsigned v;
        if (!part(&text, &v))
            return MALFORMED;
        all = all << 8 | v;
        if (i < 3 && *text++ != '.')
            return MALFORMED;
    }
    if (*text != '\0')
        return MALFORMED;
    if (address)
        *address = all;
    if (all == 0)
        return ANY;
    if (all == 0xFFFFFFFFu)
        return BROADCAST;
    if (all >> 24 == 127)
        return LOOPBACK;
    if (all >> 24 == 10 || all >> 20 == 0xAC1 || all >> 16 == 0xC0A8)
        return PRIVATE;
    if (all >> 16 == 0xA9FE)
        return LINK_LOCAL;
    if (all >> 28 == 14)
        return MULTICAST;
    return PUBLIC;
}
