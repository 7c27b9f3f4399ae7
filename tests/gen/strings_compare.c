/* Comparing strings and blocks: against literals, against each other, with lengths that are inputs. */

#include <string.h>
#include <strings.h>

int command(const char *s)
{
    if (!s)
        return -1;
    if (strcmp(s, "start") == 0)
        return 1;
    if (strncmp(s, "set ", 4) == 0 && s[4] == 'x')
        return 2;
    if (strcasecmp(s, "Quit") == 0 && s[0] == 'Q' && s[1] == 'U')
        return 3;
    if (strncasecmp(s, "LOAD", 4) == 0 && s[3] == 'd')
        return 4;
    if (strcmp(s, "zebra") > 0)
        return 5;
    return 0;
}

int magic(const unsigned char *data)
{
    if (!data)
        return -1;
    if (memcmp(data, "\x7f" "ELF", 4) == 0)
        return 1;
    if (memcmp(data, "PK\3\4", 4) == 0)
        return 2;
    if (memcmp(data, "\x89PNG\r\n\x1a\n", 8) > 0)
        return 3;
    return 0;
}

int same(const char a[8], const char b[8])
{
    if (strcmp(a, b) == 0 && a[2] == 'c')
        return strlen(a) == 5 ? 2 : 1;
    return 0;
}

int prefix(const char *s, unsigned n)
{
    if (!s || n > 8)
        return -1;
    if (strncmp(s, "abcdefgh", n) == 0)
        return n == 6 ? 2 : 1;
    return 0;
}

int blocks(const char a[8], const char b[8], unsigned n)
{
    if (n > 8)
        return -1;
    if (memcmp(a, b, n) == 0)
        return a[5] != b[5] && n == 5;
    return memcmp(a, b, n) < 0 ? 2 : 3;
}

struct option {
    const char *name;
    int value;
};

static const struct option options[] = {{"verbose", 1}, {"quiet", 2}, {"help", 3}};

int lookup(const char *name)
{
    if (!name)
        return -1;
    for (int i = 0; i < 3; i++)
        if (!strcmp(options[i].name, name))
            return options[i].value;
    return 0;
}
