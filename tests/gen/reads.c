// expect fill: fault out-of-bounds
// expect tail: fault out-of-bounds
/* Reading into blocks whose size is an input: also where the address lies behind the block's end in some runs. */
#include <stdlib.h>
#include <unistd.h>

int fill(int fd, unsigned char n, unsigned char at)
{
    if (at < 5)
        return -2;
    char *p = malloc(n);
    if (!p) /* hard: false */
        return -1; /* hard: code */
    long got = read(0, p + at, 8);
    if (got == 3)
        return 3;
    if (n > 100)
        return 4;
    return got == 8 && p[at] == 'x';
}

int tail(unsigned short n, unsigned i, int c)
{
    char *p = malloc(n);
    if (!p) /* hard: false */
        return -1; /* hard: code */
    if (i == 60000)
        p[60000] = 1;
    else if (i == 300)
        p[300] = 2;
    if (n > 1000)
        return 1;
    return c == 5;
}
