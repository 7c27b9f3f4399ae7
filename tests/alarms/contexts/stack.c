/* What comes after the stack has ended is not called false: a run with a larger stack gets there. */

static int table[4];

static int get(int i)
{
    return table[i]; //~ get out-of-bounds open unit
}

static int large(void)
{
    char room[16 << 20]; //~ large stack-exhaustion confirmed native; main stack-exhaustion confirmed native
    room[0] = 1;
    return room[0];
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc == 2)
        return get(large() + 7);
    return get(argc & 3);
}
