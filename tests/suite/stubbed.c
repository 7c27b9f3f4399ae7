// Functions of the same file as stubs: `--callees none`. Static ones, structs, definitions over several lines, addresses.
struct point {
    int x, y;
};

static int scaled(int v)
{
    return v * 3 + 1;
}

static struct point point_of(int a, int b)
{
    struct point p;
    p.x = a;
    p.y = b;
    return p;
}

int
kind_of(int v,
        const char *name)
{
    if (scaled(v) == 77)
        return 1;
    if (name && point_of(v, 2).y == 5)
        return 2;
    return 0;
}

void note(int level);

int work(int a)
{
    note(a);
    if (scaled(a) < 0)
        return -1;
    return kind_of(a, "x");
}

static int notes;

void note(int level)
{
    if (level > 2)
        notes++;
}

int apply(int (*f)(int), int v)
{
    return f == scaled ? f(v) : -1;
}

int is_large(int v)
{
    return apply(scaled, v) > 10;
}

/* Its name comes from a macro, as that of scanners does. */
#define DECLARED \
    int brought(int v)

DECLARED
{
    return v / 3;
}

int uses_brought(int v)
{
    return brought(v) == 7 ? 1 : 0;
}
