/* Unions as casts, and pointer casts to the same end. */

union word {
    unsigned u;
    float f;
    unsigned char byte[4];
    struct { unsigned short low, high; } half;
};

int as_float(unsigned raw)
{
    union word w;
    w.u = raw;
    if (w.f == 1.5f)
        return 1;
    if (w.f > 1e30f && w.byte[0] == 0x77)
        return 2;
    return 0;
}

int as_bytes(float f)
{
    union word w;
    w.f = f;
    if (w.half.high == 0x4049 && w.byte[0] == 0xDB && w.byte[1] == 0x0F)
        return 1; /* pi */
    return 0;
}

int driven(union word w)
{
    if (w.byte[3] == 0xC0 && w.half.low == 0)
        return w.f == -2.5f ? 2 : 1;
    return 0;
}

int through_pointer(double d)
{
    unsigned long long u = *(unsigned long long *)&d;
    if (u >> 63 && d == 0.0)
        return 1; /* minus zero */
    return 0;
}
