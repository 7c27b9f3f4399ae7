/* Bit tricks: masks, shifts, extensions. */

int masked(unsigned v)
{
    unsigned m = v & 0x0F;
    if (m > 15) /* dead: true */
        return 1; /* dead: code */
    if ((v & 8) && m < 8) /* dead: second */
        return 2; /* dead: code */
    return m == 15;
}

int lowest_bit(unsigned v)
{
    unsigned b = v & -v;
    if (b & (b - 1)) /* dead: true */
        return 1; /* dead: code */
    if (v && !b) /* dead: second false */
        return 2; /* dead: code */
    return b == 64 ? 3 : 0;
}

int impossible_cases(unsigned v)
{
    switch (v & 6) { /* dead: case 1, case 3 */
    case 0: return 0;
    case 1: return 1; /* dead: code */
    case 2: return 2;
    case 3: return 3; /* dead: code */
    case 4: return 4;
    default: return 6;
    }
}

int no_default(unsigned v)
{
    switch (v % 3) { /* dead: default */
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    }
    return 3; /* dead: code */
}

int shifted(unsigned v)
{
    if (v >> 28 > 15) /* dead: true */
        return 1; /* dead: code */
    if ((v << 1 | 1) == 0) /* dead: true */
        return 2; /* dead: code */
    return 0;
}

int extended(signed char c)
{
    int i = c;
    if (i > 127) /* dead: true */
        return 1; /* dead: code */
    if (i == -128)
        return 2;
    if ((unsigned)i > 127 && (unsigned)i < 0xFFFFFF80u) /* dead: second */
        return 3; /* dead: code */
    return 0;
}

int parity(unsigned v)
{
    unsigned p = v ^ v >> 1;
    p ^= p >> 2;
    p ^= p >> 4;
    if ((v & 0xFF) == 0x11 && (p & 1)) /* dead: second */
        return 1; /* dead: code */
    return 0;
}

int swapped(unsigned short v)
{
    unsigned short s = (unsigned short)(v << 8 | v >> 8);
    unsigned short t = (unsigned short)(s << 8 | s >> 8);
    if (t != v) /* dead: true */
        return 1; /* dead: code */
    return s == v ? 2 : 0;
}

int ors(unsigned a, unsigned b)
{
    if ((a | b) < a) /* dead: true */
        return 1; /* dead: code */
    if ((a & b) > b) /* dead: true */
        return 2; /* dead: code */
    if (a + b != (a ^ b) + 2 * (a & b)) /* dead: true */
        return 3; /* dead: code */
    return 0;
}
