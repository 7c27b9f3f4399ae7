/* Floats taken apart through a union: sign, exponent and fraction decide, values are built from bits. */

union bits {
    float f;
    unsigned u;
};

enum { ZERO, DENORMAL, NORMAL, INFINITE, NOT_A_NUMBER, POWER_OF_TWO, SIGNALLING, TINY, ODD_SUM };

int dissect(float x, unsigned raw)
{
    union bits a, b;
    a.f = x;
    b.u = raw;
    unsigned exponent = a.u >> 23 & 0xFF, fraction = a.u & 0x7FFFFF;
    if (exponent == 0xFF)
        return fraction == 0 ? INFINITE : fraction & 0x400000 ? NOT_A_NUMBER : SIGNALLING;
    if (exponent == 0) {
        if (fraction == 0)
            return ZERO;
        return fraction < 16 ? TINY : DENORMAL;
    }
    if ((raw & 0x7F800000u) == 0x7F800000u)
        return NOT_A_NUMBER;
    if (b.f > 1.0f && b.f < 1.5f && b.f + x == 4.0f)
        return ODD_SUM;
    if (fraction == 0 && x > 0.0f)
        return POWER_OF_TWO;
    return NORMAL;
}
