// expect state: fault null-dereference, fault out-of-bounds, stop complete
// expect entry: branch full
/* Structs that are passed by value: the caller reads them, wherever its pointer leads. */

struct place {
    long row, column, line, file;
};

struct node {
    int kind;
    struct place at;
};

static struct node *put(struct node *n, struct place at)
{
    if (!n)
        return 0;
    n->at = at;
    return n;
}

static int is_far(struct place at)
{
    return at.row > 100 && at.file == 7;
}

/* Pointers without a type of their own. */
struct node *state(void **both)
{
    struct place *at = ((struct place **)both)[0];
    struct node *n = ((struct node **)both)[1];
    return put(n, *at);
}

int entry(struct place table[4], unsigned i)
{
    if (i >= 4)
        return -1;
    if (is_far(table[i]))
        return 1;
    return table[i].row == 5;
}
