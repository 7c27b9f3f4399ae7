// options: --check uninitialised-use
// expect compared: fault uninitialised-use
// expect indexed: stop complete, fault uninitialised-use
// expect gaps: stop complete, fault uninitialised-use
// expect known: stop complete, faults 0
/* Whether something is read that nobody wrote depends on inputs: how far a string goes, which element is read. */
#include <stdlib.h>
#include <string.h>

int compared(const char *s, int n)
{
    char *buffer = malloc(8);
    int r;
    if (!s || !buffer) /* hard: second false */
        return 0;
    if (n > 0)
        buffer[0] = 'a';
    r = strcmp(s, buffer) != 0 ? 2 : 3; /* dead: false */
    free(buffer);
    return r;
}

int indexed(unsigned i)
{
    int table[8];
    table[0] = 3;
    table[1] = 4;
    if (i > 7)
        return -1;
    if (table[i] == 4)
        return 1;
    return 0;
}

int gaps(unsigned i, unsigned k)
{
    short table[6];
    if (i > 5 || k > 5)
        return -1;
    table[1] = 1;
    table[4] = 2;
    if (table[i] == 2)
        return 1;
    table[k] = 7;
    return table[k] == 7;
}

int known(unsigned i)
{
    char table[4];
    memset(table, 5, sizeof table);
    if (i > 3)
        return -1;
    return table[i] == 5;
}
