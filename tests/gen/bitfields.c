/* Bit-fields: signed ones, ones that cross bytes, and stores next to each other. */

struct packed {
    unsigned a : 3;
    signed b : 5;
    unsigned c : 11;
    unsigned long long d : 40;
    _Bool e : 1;
};

int fields(struct packed p)
{
    if (p.a == 5 && p.b == -16)
        return p.c == 2047 ? 2 : 1;
    if (p.d > 0xF000000000ull && p.e)
        return 3;
    return 0;
}

int stored(struct packed *p, int v)
{
    if (!p)
        return -1;
    p->b = v;
    if (p->b != v) /* cut off */
        return p->b == -1 ? 1 : 2;
    p->c++;
    if (p->c == 0)
        return 3;
    return 0;
}
