// options: --function outer --function lonely
// expect outer: branch 4/4
// expect helper: branch 4/4, stop called by outer
// expect unused: absent
// expect lonely: branch 2/2
/* Callees are executed and their goals counted where they are; static functions are functions too. */

static int helper(int v)
{
    if (v > 100)
        return 1;
    return v == -8 ? 2 : 0;
}

int outer(int a, int b)
{
    int h = helper(a + b);
    if (h == 1)
        return 1;
    return h == 2 && 1 ? 2 : 0;
}

int unused(int x) { return x ? 1 : 2; }

static int lonely(int x)
{
    if (x == 5)
        return 1;
    return 0;
}

int user(int x) { return lonely(x); }
