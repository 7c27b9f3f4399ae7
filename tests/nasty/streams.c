// Files, output, the environment, errors: with the names that the library has, through macros and pointers.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOG(...) fprintf(stderr, __VA_ARGS__)

int first_char(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f)
        return errno == ENOENT ? -2 : -1;
    int c = getc(f);
    fclose(f);
    return c;
}

int logged(int n)
{
    int (*print)(const char *, ...) = printf;
    if (n > 3) {
        LOG("n is %d\n", n);
        return print("%d", n) == 1;
    }
    return 0;
}

int asked(void)
{
    char *home = getenv("NASTY_HOME");
    return home && home[0] == '/';
}

int parsed(const char *s)
{
    char *rest;
    long n = strtol(s, &rest, 0);
    if (rest == s)
        return -1;
    return n > 1000;
}

int copied(FILE *from, FILE *to)
{
    int c = fgetc(from);
    if (c == EOF)
        return 0;
    return fputc(c, to) == c;
}
