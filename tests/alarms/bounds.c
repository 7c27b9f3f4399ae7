/* Indexes: of a local array, of an array inside a struct, of a table, by one too many. */

struct both {
    int small[4];
    int next;
};

static const int table[6] = {1, 2, 3, 4, 5, 6};

int local(unsigned i)
{
    int a[4] = {0, 1, 2, 3};
    if (i > 4)
        return 0;
    return a[i]; //~ ALARM out-of-bounds
}

int local_right(unsigned i)
{
    int a[4] = {0, 1, 2, 3};
    if (i >= 4)
        return 0;
    return a[i];
}

int inner(struct both *b, unsigned i)
{
    if (!b || i > 4)
        return 0;
    b->small[i] = 7; //~ ALARM out-of-bounds
    return b->next;
}

int inner_right(struct both *b, unsigned i)
{
    if (!b || i > 3)
        return 0;
    b->small[i] = 7;
    return b->next;
}

int lookup(int i)
{
    if (i >= 6)
        return 0;
    return table[i]; //~ ALARM out-of-bounds
}

int lookup_right(int i)
{
    if (i < 0 || i >= 6)
        return 0;
    return table[i];
}
