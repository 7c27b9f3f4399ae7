/* Nested table look-up: the index of the outer look-up is the sum of two inner ones. */

static const unsigned char tbl[32] = {3, 14, 15, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3,
                                      8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7, 9, 5, 0, 2};

int lookup(unsigned i, unsigned j)
{
    if (i >= 16 || j >= 16)
        return -1;
    int v = tbl[tbl[i] + tbl[j]];
    if (v == 0)
        return 100;
    if (v == 9)
        return i > j ? 9 : 10;
    if (tbl[v] == 15 && i != j)
        return 15;
    switch (v) {
    case 2: return 2;
    case 4: return 4;
    case 5: return 5;
    case 6: return 6;
    case 7: return 7;
    case 8: return 8;
    }
    return 3;
}
