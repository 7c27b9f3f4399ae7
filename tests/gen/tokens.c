/* Cutting lines into tokens. */

#include <stdlib.h>
#include <string.h>

int tokens(char line[10])
{
    line[9] = 0;
    char *first = strtok(line, " ,");
    if (!first)
        return 0;
    char *second = strtok(NULL, " ,");
    if (!second)
        return 1;
    if (!strcmp(first, "go") && atoi(second) == 7)
        return 3;
    return 2;
}

int fields(char line[8])
{
    line[7] = 0;
    char *rest = line;
    char *first = strsep(&rest, ":");
    if (!rest)
        return 0;
    if (*first == 0)
        return 1;
    return strcmp(rest, "b") == 0 ? 2 : 3;
}
