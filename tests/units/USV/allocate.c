#include <stdlib.h>

int grow(unsigned n)
{
    if (n <= 4)
        return -1;
    int *p = malloc(n * sizeof *p);
    if (!p) /* hard: false */
        return -2; /* hard: code */
    p[4] = 9;
    int r = p[4] == 9;
    free(p);
    return r;
}
