// expect product: stop complete
// expect square: stop complete
// expect pythagoras: stop complete
// expect cubic: stop complete
/* Non-linear arithmetic: products and remainders of inputs. */

int product(int x, int y)
{
    if (y != 0 && ((x - 1) * y) % y == 1)
        return 1;
    return 0;
}

int square(unsigned x)
{
    if (x * x == 1522756u)
        return 1;
    if (x > 3 && x * x < 4)
        return 2;
    return 0;
}

int pythagoras(int a, int b, int c)
{
    if (a > 2 && b > a && c > b && c < 100 && a * a + b * b == c * c && a % 7 == 0)
        return 1;
    return 0;
}

int cubic(short x)
{
    if (x * x * x - 6 * x * x + 11 * x == 6) {
        if (x == 2)
            return 2;
        return 1;
    }
    return 0;
}

/* The square root of two is no fraction. */
int irrational(unsigned char a, unsigned char b)
{
    if (b != 0 && a * a == 2 * b * b) /* dead: second */
        return 1; /* dead: code */
    return 0;
}
