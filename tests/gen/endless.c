// steps: 2000
// expect spin: reason a run was cut
/* Endless loops: such a run is cut, what it covered counts, and the search goes on. */

int spin(int x, int y)
{
    if (x == 3) {
        while (x != 0) /* hard: false */
            x = (x * 2 + 1) | 1;
        return 9; /* hard: code */
    }
    if (y == 77)
        return 1;
    return 0;
}

int first_run(int x)
{
    while (x == 0)
        ;
    if (x == 1234)
        return 1;
    return 0;
}

int counted(unsigned n)
{
    unsigned i = 0;
    while (i != n)
        i += 3;
    if (i == 300)
        return 1;
    return 0;
}
