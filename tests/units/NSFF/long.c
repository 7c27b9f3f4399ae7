/* Lines that do not fit their buffer, several lines, and what one line leaves for the next. */

#include <stdio.h>
#include <string.h>

int too_long(FILE *f)
{
    char line[120], rest[16];
    if (!f || !fgets(line, sizeof line, f))
        return -1;
    size_t n = strlen(line);
    if (n == sizeof line - 1 && line[n - 1] != '\n') {
        while (fgets(rest, sizeof rest, f))
            if (rest[strlen(rest) - 1] == '\n')
                return 1;
        return 2;
    }
    return 0;
}

/* A name, and a line that goes on with it. */
int continued(FILE *f)
{
    char line[40], name[8] = "";
    int joined = 0;
    if (!f)
        return -1;
    while (fgets(line, sizeof line, f)) {
        char *is = strchr(line, '=');
        if (*name && line[0] == ' ')
            joined++;
        else if (is && is != line) {
            strncpy(name, line, sizeof name - 1);
            name[is - line < 7 ? is - line : 7] = 0;
        } else
            *name = 0;
    }
    return joined;
}
