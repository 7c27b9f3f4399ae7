// runs: 3000
/* Text taken apart by a format: numbers, words, sets, what follows, how many. */

#include <stdio.h>
#include <string.h>

int version(const char s[12])
{
    int major, minor;
    int n = sscanf(s, "v%d.%d", &major, &minor);
    if (n == EOF)
        return -1;
    if (n == 0)
        return 0;
    if (n == 1)
        return major == 12 ? 1 : 2;
    if (major == 3 && minor == 141)
        return 3;
    return major < 0 ? 4 : 5;
}

int colour(const char s[8])
{
    unsigned red, rest;
    if (sscanf(s, "#%2x-%x", &red, &rest) != 2)
        return -1;
    if (red == 0xff)
        return 1;
    return rest == 0xbee ? 2 : 0;
}

int assignment(const char s[12])
{
    char name[6], value[8];
    int used = 0;
    switch (sscanf(s, " %5[a-z_] = %7s%n", name, value, &used)) {
    case 1:
        return strcmp(name, "off") == 0 ? 1 : 2;
    case 2:
        if (!strcmp(name, "on") && value[0] == '"')
            return 3;
        return used == 9 ? 4 : 5;
    default:
        return 0;
    }
}

int parts(const char s[10])
{
    char c, d[2];
    short h;
    if (sscanf(s, "%c%*d:%2c%hi%%", &c, d, &h) < 3)
        return 0;
    if (c == '@' && d[1] == ' ')
        return 1;
    return h == -0x20 ? 2 : 3;
}

int clamped(const char s[24])
{
    long v;
    int i;
    if (sscanf(s, "%ld", &v) == 1 && v == 9223372036854775807)
        return 1;
    if (sscanf(s, "%3d", &i) == 1 && i == 999)
        return 2;
    return 0;
}
