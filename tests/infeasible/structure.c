/* Dead by what was decided before, through memory, calls and conversions. */

struct point { int x, y; };

static int sign(int v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }

int third_sign(int v)
{
    int s = sign(v);
    if (s == 2) /* dead: true */
        return 1; /* dead: code */
    return s == -1;
}

int same_twice(int a, int b)
{
    int first = a > b;
    int second = a > b;
    if (first != second) /* dead: true */
        return 1; /* dead: code */
    return 0;
}

int through_memory(struct point *p)
{
    if (!p)
        return -1;
    p->x = p->y;
    if (p->x != p->y) /* dead: true */
        return 1; /* dead: code */
    p->y++;
    if (p->x == p->y) /* dead: true */
        return 2; /* dead: code */
    return 0;
}

int table_value(unsigned i)
{
    static const unsigned char primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
    int v = primes[i & 7];
    if (v == 4) /* dead: true */
        return 1; /* dead: code */
    if (v % 2 == 0 && (i & 7) != 0) /* dead: second */
        return 2; /* dead: code */
    return v == 19 ? 3 : 0;
}

int boolean(_Bool b)
{
    if (b == 2) /* dead: true */
        return 1; /* dead: code */
    return b ? 2 : 3;
}

int two_switches(int v)
{
    switch (v) {
    case 1: case 2: case 3:
        switch (v) { /* dead: case 7, default */
        case 1: return 1;
        case 2: return 2;
        case 3: return 3;
        case 7: return 7; /* dead: code */
        }
        return 4; /* dead: code */
    default:
        return 0;
    }
}

int else_if(int v)
{
    if (v >= 0)
        return 1;
    else if (v < 0) /* dead: false */
        return 2;
    return 3; /* dead: code */
}

int constant_condition(int v)
{
    int debug = 0;
    if (debug && v) /* dead: first true, second both */
        return 1; /* dead: code */
    return 0;
}

int narrow_then_wide(unsigned v)
{
    unsigned short s = (unsigned short)v;
    if (s > 0xFFFF) /* dead: true */
        return 1; /* dead: code */
    if (s == v)
        return 2;
    if (v < 65536) /* dead: true */
        return 3; /* dead: code */
    return 0;
}
