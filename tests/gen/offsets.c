/* Symbolic offsets: loads and stores, nested, in two dimensions, and pointers that move. */

static const int squares[16] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225};
static const unsigned char tbl[8] = {2, 3, 1, 0, 3, 2, 1, 1};

int load(unsigned i)
{
    if (i < 16 && squares[i] == 144)
        return 1;
    return 0;
}

int nested(unsigned i, unsigned j)
{
    if (i > 7 || j > 7)
        return -1;
    if (tbl[tbl[i] + tbl[j]] == 2)
        return 1;
    if (tbl[tbl[i] + tbl[j]] == 1 && i != j)
        return 2;
    return 0;
}

int store(unsigned i, unsigned j, int v)
{
    int a[8] = {0};
    if (i >= 8 || j >= 8)
        return -1;
    a[i] = v;
    a[j] += 5;
    if (a[3] == 12) /* i and j meet */
        return 1;
    if (a[3] == 5)
        return 2;
    return 0;
}

int matrix(unsigned r, unsigned c)
{
    static const short m[4][5] = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}, {11, 12, 13, 14, 15}, {16, 17, 18, 19, 20}};
    if (r < 4 && c < 5 && m[r][c] == 13)
        return 1;
    return 0;
}

int moving(unsigned n)
{
    const int *p = squares;
    if (n > 10)
        return -1;
    p += n;
    if (p[-0] + p[3] == 90 + 27)
        return 1;
    return *p == 81 ? 2 : 0;
}

struct entry { char key; int value; };

int records(unsigned char i, int want)
{
    static const struct entry all[4] = {{'a', 10}, {'b', 20}, {'c', 30}, {'d', 40}};
    const struct entry *e = &all[i & 3];
    if (e->key == 'c' && want == e->value)
        return 1;
    return 0;
}

struct wide { unsigned char code; signed char kind; short rest[11]; };

/* From the last one back: the offset is a multiple of 24, less 24. */
int backwards(const struct wide *a, int n)
{
    const struct wide *p = &a[n - 1];
    int found = 0;
    for (;;) {
        if (p->kind <= -6)
            found++;
        if (p->code == 9 && found == 2)
            return 1;
        if (p == a)
            break;
        p--;
    }
    return found == 1 ? 2 : 0;
}

static const unsigned short primes[33] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31};

/* The index wraps: not all of it is a multiple of three. */
int wrapping(unsigned n)
{
    unsigned at = n * 3;
    if (at < 33 && primes[at] == 13)
        return 1;
    return 0;
}
