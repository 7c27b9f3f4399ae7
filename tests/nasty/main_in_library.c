// A program's file taken as a library: `main` is one of its functions.
#include <stdio.h>
#include <string.h>

static int verbose;

static int option(const char *word)
{
    if (strcmp(word, "-v") == 0)
        return verbose = 1;
    return 0;
}

int main(int argc, char **argv)
{
    int count = 0;
    for (int i = 1; i < argc && i < 4; i++)
        if (!option(argv[i]))
            count++;
    if (count == 0)
        return 2;
    printf("%d\n", count);
}
