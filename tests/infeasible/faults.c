/* Code behind something that always fails. */

int always_divides(int x)
{
    int zero = 0;
    if (x == 3) {
        x = 10 / zero;
        if (x) /* dead: both */
            return 1; /* dead: code */
        return 2; /* dead: code */
    }
    return 0;
}

int divides_when_equal(int a, int b)
{
    int q = 100 / (a - b);
    if (a == b) /* dead: true */
        return 1; /* dead: code */
    return q == 50;
}

int behind_null(const int *p)
{
    int v = *p;
    if (!p) /* dead: false */
        return 1; /* dead: code */
    return v == 4;
}

int behind_index(unsigned i)
{
    static const int table[4] = {1, 2, 3, 4};
    int v = table[i];
    if (i > 3) /* dead: true */
        return 1; /* dead: code */
    return v == 3;
}

int always_outside(int x)
{
    int a[2] = {1, 2};
    if (x > 0) {
        a[x + 1] = 7;
        if (x & 1) /* dead: both */
            return 1; /* dead: code */
        return 2; /* dead: code */
    }
    return a[1];
}
