/* A program of two files: its main is tested like any function. */

#include "state.h"

#include <stdio.h>

static int verbose;

static int check(const char *text)
{
    if (verbose)
        puts(text);
    return text[0] == '-' && text[1] == 'v';
}

int step(int by)
{
    if (advance(by) > 10)
        return total();
    return -1;
}

int main(int argc, char **argv)
{
    if (argc > 1 && argv && argv[1] && check(argv[1]))
        verbose = 1;
    return step(argc) == 12 ? 0 : 1;
}
