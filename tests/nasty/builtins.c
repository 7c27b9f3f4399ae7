// Calls that compilers know: what they become must be the same in the tests, also where tests count what is written.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char table[64];

int fill(int n)
{
    bzero(table, sizeof table);
    if (n > 3)
        table[n & 63] = 1;
    return table[5];
}

int told(const char *text, int n)
{
    char copy[8];
    bcopy(text, copy, 2);
    memcpy(copy + 2, text, 2);
    memset(copy + 4, n, 4);
    if (abs(n) == 9)
        printf("%s\n", "nine");
    putchar(copy[0] == 'x' ? '1' : '2');
    return copy[7] > 4;
}
