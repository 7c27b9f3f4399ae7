/* True faults behind ways that a search is not through with: they stay open, also if the ways that are known contradict them. */

static int row[4];

static int at(int i)
{
    return row[i]; //~ at out-of-bounds open unit
}

/* Two to the power of 32 ways, of which one, for 0x9e3779b9, fails. */
int weigh(unsigned s)
{
    unsigned h = 1;
    for (int i = 0; i < 32; i++) {
        if (s >> i & 1)
            h = h * 31 + 7;
        else
            h = h * 33 + 3;
    }
    if (h == 3075185013u)
        return at(9);
    return at(1);
}

static int cell[4];

static int look(int i)
{
    return cell[i]; //~ look out-of-bounds open unit
}

/* A run that is cut before it fails. */
int slow(int n)
{
    if (n != 7)
        return look(1);
    unsigned sum = 0;
    for (unsigned i = 0; i < 3000000; i++) sum += i; //~ slow endless-loop open unit
    return look(sum > 1 ? 9 : 2);
}

static char text[100];

static char put(unsigned n)
{
    return text[n]; //~ put out-of-bounds open unit
}

/* Longer strings than are tried. */
int measure(const char *s)
{
    unsigned n = 0;
    while (s && s[n] && n < 200)
        n++;
    return put(n);
}
