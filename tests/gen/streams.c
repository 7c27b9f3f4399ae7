/* A stream that is an input is opened without any library function at work: no later run may see it. */
#include <stdio.h>
#include <unistd.h>

int stale(FILE *f, int n)
{
    char c = 0;
    if (!f)
        return -1;
    if (n < 10)
        return 0;
    if (read(4, &c, 1) == 1) /* hard: true */
        return 1; /* hard: code */
    if (n == 20)
        return 2;
    return 3;
}

int byte(FILE *f, int n)
{
    if (!f)
        return -1;
    if (n < 10)
        return 0;
    int c = getc(f);
    if (c == 'x')
        return 1;
    return c == EOF;
}

/* Which file is meant decides what moving in it does. */
int moved(int fd, int n)
{
    long at = lseek(fd, 0, 1);
    if (n == 7)
        return 1;
    if (fd > 2)
        return at < 0 ? 4 : 5; /* hard: false */
    return at < 0;
}
