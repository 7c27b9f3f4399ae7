#include "token.h"
#include <stdio.h>

static int numbers(const char *text)
{
    int n = 0;
    for (; *text; text++)
        if (token_kind(*text) == 1)
            n++;
    return n;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    printf("%d\n", numbers(argv[1]));
    return 0;
}
