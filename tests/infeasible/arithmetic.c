/* Arithmetic that cannot come out. */

int even_product(unsigned x)
{
    if (x * 2 == 7) /* dead: true */
        return 1; /* dead: code */
    if (x * (x + 1) % 2 == 1) /* dead: true */
        return 2; /* dead: code */
    return 0;
}

int square_end(unsigned char x)
{
    int d = x * x % 10;
    if (d == 3) /* dead: true */
        return 1; /* dead: code */
    if (d == 9)
        return 2;
    return 0;
}

int remainder_of(unsigned x)
{
    unsigned r = x % 7;
    if (r > 6) /* dead: true */
        return 1; /* dead: code */
    return r == 6;
}

int negative_remainder(int x)
{
    int r = x % 5;
    if (r == -4)
        return 1; /* C's remainder has the sign of x */
    if (r < -4) /* dead: true */
        return 2; /* dead: code */
    return 0;
}

int quotient(unsigned a)
{
    if (a / 16 > 0x0FFFFFFF) /* dead: true */
        return 1; /* dead: code */
    if (a / 16 == 0x0FFFFFFF)
        return 2;
    return 0;
}

int difference(int a, int b)
{
    if (a - b == 1 && b - a == 1) /* dead: second */
        return 1; /* dead: code */
    if (a == b) {
        if (a - b != 0) /* dead: true */
            return 2; /* dead: code */
        return 3;
    }
    return 0;
}

int mod_squares(unsigned short x)
{
    unsigned s = (unsigned)x * x;
    if ((s & 3) == 2) /* dead: true */
        return 1; /* dead: code */
    return (s & 3) == 1 ? 2 : 3;
}
