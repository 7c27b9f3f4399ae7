/* Units whose callers keep to ranges: `at` and `by_level` cannot fail in this program, `half` can. */

static int table[8];
static int level;

static int at(int i)
{
    if (i < 0)
        return -1;
    return table[i];
}

static int half(int n)
{
    return 100 / n;
}

static int by_level(void)
{
    return table[level];
}

int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 0; i < 8; i++)
        sum += at(i);
    if (argc > 2)
        level = argc & 7;
    return sum + half(argc & 3) + by_level();
}
