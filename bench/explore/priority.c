/* A priority encoder and arbiter with shifts: requests masked by level, round robin from a rotating start. */

static int lowest(unsigned v)
{
    int n = 0;
    if (!(v & 0xFFFF)) { n += 16; v >>= 16; }
    if (!(v & 0xFF)) { n += 8; v >>= 8; }
    if (!(v & 0xF)) { n += 4; v >>= 4; }
    if (!(v & 3)) { n += 2; v >>= 2; }
    if (!(v & 1)) n += 1;
    return n;
}

static unsigned rotate(unsigned v, unsigned by) { return by % 32 ? v >> by % 32 | v << (32 - by % 32) : v; }

/* The line that is served: 0 to 31, or -1; more than one urgent request at once is -2. */
int arbitrate(unsigned requests, unsigned enabled, unsigned char urgent, unsigned start)
{
    unsigned pending = requests & enabled;
    if (pending == 0)
        return -1;
    if (urgent < 32 && pending & 1u << urgent)
        return urgent;
    if (urgent >= 32 && urgent != 0xFF) {
        unsigned group = pending & (urgent & 0x40 ? 0xFFFF0000u : 0x0000FFFFu);
        if (group & (group - 1))
            return -2;
        if (group)
            return lowest(group);
    }
    int n = lowest(rotate(pending, start));
    int line = (n + (int)(start % 32)) % 32;
    if (line == 31 && (pending >> 31 & 1) == 0)
        return -3; /* never */
    return line;
}
