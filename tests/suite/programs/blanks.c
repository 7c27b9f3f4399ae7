#include "token.h"

static int blanks(const char *text)
{
    int n = 0;
    while (token_kind(text[n]) == 2)
        n++;
    return n;
}

int main(int argc, char **argv)
{
    return argc > 1 ? blanks(argv[1]) : -1;
}
