// expect dispatch: stop complete
// expect table: stop complete
/* Function pointers: those the program puts there come first. */
typedef int handler(int);

static int plus(int x) { return x + 1; }
static int minus(int x) { return x - 1; }
static int other(int x) { return -x; }

struct ops { const char *name; handler *open, *close; };
static struct ops standard = {"std", plus, minus};
handler *unrelated = other;

int dispatch(struct ops *o, int x)
{
    if (!o || !o->open)
        return -1;
    if (o->open == standard.open)
        return 2;
    return o->open(x) == 50 ? 1 : 0;
}

static handler *handlers[2] = {plus, minus};

int table(unsigned i, int x)
{
    if (i > 1 || !handlers[i])
        return -1;
    if (handlers[i] == minus)
        return 1;
    return handlers[i](x) == 12 ? 2 : 3;
}
