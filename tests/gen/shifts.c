/* Shifts by inputs, signed and unsigned, and what is shifted out. */

int left(unsigned v, unsigned by)
{
    if (by >= 32)
        return 0;
    if (v << by == 0xABC00000u && by > 3)
        return 1;
    if ((v << by) >> by != v)
        return 2;
    return 3;
}

int right(int v, unsigned by)
{
    if (by > 31)
        return 0;
    if (v >> by == -3 && by == 5)
        return 1;
    if (v < 0 && (unsigned)v >> by == 0x1FFFFFu)
        return 2;
    return 3;
}

int single_bit(unsigned char n, unsigned mask)
{
    unsigned bit = 1u << (n & 31);
    if ((mask & bit) && !(mask & ~bit))
        return n == 17 ? 2 : 1;
    return 0;
}

int sixty_four(unsigned long long v)
{
    if (v >> 60 == 9 && (v & 0xFF) == 0x5A)
        return (v << 4) >> 12 == 0xDEADBEEFULL ? 2 : 1;
    return 0;
}
