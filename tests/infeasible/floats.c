/* Float contradictions, and what only looks like one because of NaN, zeros and rounding. */

int both_ways(float x, float y)
{
    if (x < y && y < x) /* dead: second */
        return 1; /* dead: code */
    return 0;
}

int not_itself(double x)
{
    if (x != x)
        return 1; /* NaN */
    if (x < x) /* dead: true */
        return 2; /* dead: code */
    return 0;
}

int neither(float x, float y)
{
    if (!(x < y) && !(x >= y))
        return 1; /* NaN */
    return 0;
}

int squares(float x)
{
    if (x * x < 0.0f) /* dead: true */
        return 1; /* dead: code */
    if (x != 0.0f && x * x == 0.0f)
        return 2; /* too small */
    return 0;
}

int absorbed(float x)
{
    if (x == x + 1.0f)
        return 1; /* large */
    return 0;
}

int from_int(unsigned char c)
{
    float f = c;
    if (f > 255.5f) /* dead: true */
        return 1; /* dead: code */
    if (f < 0.0f) /* dead: true */
        return 2; /* dead: code */
    if (f == 0.5f) /* dead: true */
        return 3; /* dead: code */
    return f == 200.0f ? 4 : 0;
}

int zeros(float x)
{
    if (x == 0.0f && 1.0f / x < 0.0f)
        return 1; /* minus zero */
    if (x == 0.0f && x < 0.0f) /* dead: second */
        return 2; /* dead: code */
    return 0;
}

int in_range(double x)
{
    if (x >= 1.0 && x <= 2.0) {
        if (x * 0.5 > 1.0) /* dead: true */
            return 1; /* dead: code */
        if (x + 1e-17 != x) /* dead: true */
            return 2; /* dead: code */
        return 3;
    }
    return 0;
}

int sum_order(float a, float b)
{
    if (a + b != b + a && a == a && b == b) {
        if (a - a == 0.0f && b - b == 0.0f) /* dead: first true, second both */
            return 1; /* dead: code */
        return 2;
    }
    return 0;
}

int infinite(float x)
{
    if (x > 3.4028234e38f && x - x == 0.0f) /* dead: second */
        return 1; /* dead: code */
    return 0;
}
