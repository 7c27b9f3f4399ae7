/* Contradictions between ranges. */

int window(int x)
{
    if (x > 10 && x < 20) {
        if (x == 25) /* dead: true */
            return 1; /* dead: code */
        if (x < 10) /* dead: true */
            return 2; /* dead: code */
        return 3;
    }
    return 0;
}

int chain(int a, int b, int c)
{
    if (a < b && b < c) {
        if (c < a) /* dead: true */
            return 1; /* dead: code */
        if (a == c) /* dead: true */
            return 2; /* dead: code */
        return 3;
    }
    return 0;
}

int clamped(int v)
{
    if (v < 0)
        v = 0;
    else if (v > 255)
        v = 255;
    if (v > 255) /* dead: true */
        return -1; /* dead: code */
    if (v + 1 > 256) /* dead: true */
        return -2; /* dead: code */
    return v == 255;
}

int twice(unsigned char c)
{
    if (c >= 'a' && c <= 'z')
        c -= 32;
    if (c == 'q') /* dead: true */
        return 1; /* dead: code */
    return c == 'Q';
}

int sum_of_two(unsigned char a, unsigned char b)
{
    int s = a + b;
    if (s > 510) /* dead: true */
        return 1; /* dead: code */
    if (s == 510)
        return 2;
    return s < 0; /* no branch */
}

int ordered(int a, int b)
{
    int low = a < b ? a : b, high = a < b ? b : a;
    if (low > high) /* dead: true */
        return 1; /* dead: code */
    return low == high ? 2 : 0;
}
