/* Conditions that look dead and are not: unsigned arithmetic wraps, and signed wraps as the machine executes it. */

int wraps(unsigned x)
{
    if (x + 1 < x)
        return 1;
    if (x * 2 < x)
        return 2;
    return 0;
}

int below_zero(unsigned a, unsigned b)
{
    if (a - b > a)
        return 1;
    return 0;
}

int signed_wrap(int x)
{
    if (x + 1 < x)
        return 1;
    return 0;
}

int own_opposite(int x)
{
    if (x != 0 && x == -x)
        return 1;
    return 0;
}

int negative_absolute(int x)
{
    int a = x < 0 ? -x : x;
    if (a < 0)
        return 1;
    return 0;
}

int middle(int a, int b)
{
    if (a > 0 && b > 0 && (a + b) / 2 < 0)
        return 1;
    return 0;
}

int char_wrap(unsigned char c)
{
    unsigned char d = c + 1;
    if (d < c)
        return 1;
    if (c + 1 < c) /* dead: true */
        return 2; /* dead: code */
    return 0;
}

int product_wraps(unsigned x)
{
    if (x != 0 && x * 65536 == 0)
        return 1;
    return 0;
}

int mixed_signs(int i, unsigned u)
{
    if (i < 0 && u < 10) {
        if (i > u) /* dead: false */
            return 1; /* the comparison is unsigned */
        return 2; /* dead: code */
    }
    return 0;
}

int length_check(unsigned short offset, unsigned short length)
{
    unsigned short end = offset + length;
    if (end < offset)
        return 1;
    if (offset + length < offset) /* dead: true */
        return 2; /* dead: code */
    return 0;
}

int shift_out(int x)
{
    if (x > 0 && x << 1 < 0)
        return 1;
    return 0;
}
