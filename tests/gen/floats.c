/* Floats: sums of squares, rounding, infinities, NaN, conversions both ways. */

int circle(float x, float y)
{
    if (x * x + y * y == 25.0f)
        return x > 0.0f && y > 0.0f ? 2 : 1;
    return 0;
}

int absorbed(double x)
{
    if (x > 0.0 && 1e16 + x == 1e16)
        return 1;
    if (x != x)
        return 2;
    if (x - x != 0.0)
        return 3;
    return 0;
}

int truncated(float x)
{
    if (!(x > -1000.0f && x < 1000.0f))
        return 0;
    int n = (int)x;
    if (n == 42 && x != 42.0f)
        return 1;
    if ((float)n == x && n < -7)
        return 2;
    return 3;
}

int widened(int i)
{
    float f = (float)i;
    if ((double)f != (double)i) /* beyond 24 bits */
        return i > 0 ? 1 : 2;
    return f < 0.0f ? 3 : 4;
}

int quotient(double a, double b)
{
    if (b != 0.0 && a / b == 0.75 && a > 10.0)
        return 1;
    return 0;
}
