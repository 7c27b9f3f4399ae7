/* Streams in globals and behind pointers. */

#include <stdio.h>

static FILE *log_file;

int logged(int level)
{
    if (!log_file)
        return 0;
    if (level > 2)
        fprintf(log_file, "%d\n", level);
    return 1;
}

int peek(FILE **p)
{
    if (!p || !*p)
        return -1;
    int c = getc(*p);
    if (c == EOF)
        return -2;
    ungetc(c, *p);
    return c >= '0' && c <= '9';
}
