// Functions of the C library, the program's own way: with other results, other parameters, or other meanings.
#include <stddef.h>

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n] && n < 6)
        n++;
    return n == 6 ? 1000 : n;
}

int open(int key, int lock)
{
    return key == lock ? 7 : -1;
}

char *index(int row, int column)
{
    static char board[9];
    if (row < 0 || row > 2 || column < 0 || column > 2)
        return NULL;
    return board + 3 * row + column;
}

void error(int code)
{
    extern int last;
    last = code > 5 ? 5 : code;
}
int last;

int getline(char *to, int most)
{
    int n = 0;
    while (n < most && n < 2)
        to[n++] = 'x';
    return n;
}

double round(double x)
{
    return x > 100 ? 100 : x;
}

int abs(int n)
{
    return n == -7 ? 70 : n < 0 ? -n : n;
}

int use(const char *s, int n)
{
    if (strlen(s) == 1000)
        return abs(n);
    error((int)round(n));
    return last;
}
