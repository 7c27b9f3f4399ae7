/* Lines: fgets and getline, with their ends. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int command(void)
{
    char line[16];
    if (!fgets(line, sizeof line, stdin))
        return -1;
    if (strcmp(line, "go\n") == 0)
        return 1;
    if (line[0] == '\n')
        return 2;
    return 0;
}

int longest(FILE *f)
{
    char line[8];
    int n = 0;
    if (!f)
        return -1;
    while (fgets(line, sizeof line, f)) {
        int len = strlen(line);
        if (len > n)
            n = len;
        if (line[0] == 'Q')
            break;
    }
    return n;
}

int header(FILE *f)
{
    char *line = NULL;
    size_t size = 0;
    int r = 0;
    if (!f)
        return -1;
    if (getline(&line, &size, f) > 3 && line[0] == '%' && line[1] == 'P')
        r = 1;
    free(line);
    return r;
}
