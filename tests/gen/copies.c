/* Structs copied from symbolic places of blocks of symbolic size. */
#include <stdlib.h>
#include <string.h>

struct place { unsigned index, constraint; };

int last(unsigned char n, unsigned k)
{
    if (n < 5)
        return 0;
    struct place *all = malloc(n * sizeof *all);
    if (!all) /* hard: false */
        return -1; /* hard: code */
    struct place *end = all + n;
    --end;
    end->index = k;
    end->constraint = 1;
    struct place got = *end;
    all[4].index = 3;
    all[4].constraint = 4;
    struct place fifth = all[4];
    int r = fifth.constraint == 4;
    if (got.index == 77)
        r = 2;
    if (n == 30)
        r = 3;
    else if (n > 100)
        r = 4;
    free(all);
    return r;
}

/* Two places of one array: they may overlap. */
int overlapping(unsigned char *data, unsigned i, unsigned j)
{
    if (i > 6 || j > 6)
        return -1;
    memcpy(&data[i], &data[j], 2);
    if (data[3] == 7 && i == 3)
        return 1;
    if (j == 2)
        return 2;
    return 0;
}
