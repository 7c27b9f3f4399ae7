static int helped;

static int helper(int n)
{
    helped++;
    return n > 50 ? 50 : n;
}

int helped_often(void)
{
    return helped > 3;
}
