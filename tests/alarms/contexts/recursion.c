/* A cycle of functions: contexts are those that enter it. */

static int row[8];

static int odd(int n, int depth);

static int even(int n, int depth)
{
    if (depth > 2)
        return row[n]; //~ even out-of-bounds false proved; odd out-of-bounds false proved
    return odd(n, depth + 1);
}

static int odd(int n, int depth)
{
    return even(n, depth + 1);
}

int enter(int n)
{
    return n >= 0 && n < 8 ? even(n, 0) : 0;
}

int main(int argc, char **argv)
{
    (void)argv;
    return enter(argc);
}
