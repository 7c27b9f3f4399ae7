/* 64-bit and mixed-sign arithmetic: fixed-point money with rounding, limits and conversions where C's rules bite. */

enum { NEGATIVE = -1, TOO_MUCH = -2, ROUNDED_UP = 1, EXACT = 2, ROUNDED_DOWN = 3, WRAPPED = 4, ODD = 5 };

/* An amount in thousandths times a rate in millionths. */
int convert(long long amount, unsigned rate, short discount)
{
    if (amount < 0)
        return NEGATIVE;
    if (amount > 9000000000000LL || rate > 5000000)
        return TOO_MUCH;
    long long product = amount * rate;
    if (product > 4000000000000000000LL)
        return TOO_MUCH;
    long long whole = product / 1000000, rest = product % 1000000;
    if (discount > rate) /* the discount becomes unsigned: every negative one is large */
        return discount < 0 ? WRAPPED : TOO_MUCH;
    if (whole > 0xFFFFFFFFLL && (unsigned)whole < 10)
        return ODD;
    if (rest == 0)
        return EXACT;
    return rest >= 500000 ? ROUNDED_UP : ROUNDED_DOWN;
}
