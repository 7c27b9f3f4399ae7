// expect pick: fault out-of-bounds, branch full
/* The first run reads in front of a table. */
static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int pick(int i)
{
    int v = table[i - 2];
    if (v == 9)
        return 1;
    if (v == 6)
        return 2;
    return 0;
}
