/* Numbers and words written into memory, and what the program sees of them there. */

#include <stdio.h>
#include <string.h>

int decimal(int n)
{
    char b[16];
    int len = sprintf(b, "%d", n);
    if (strcmp(b, "-407") == 0)
        return 1;
    if (len == 11)
        return 2;
    return b[0] == '9' && len > 5 ? 3 : 0;
}

int hexadecimal(unsigned n)
{
    char b[12];
    snprintf(b, sizeof b, "%08X", n);
    if (!memcmp(b, "0000BEEF", 8))
        return 1;
    return b[0] == 'F' ? 2 : 0;
}

int padded(unsigned char n, char c)
{
    char b[20];
    sprintf(b, "[%-4u|%3c]", n, c);
    if (b[2] == ' ' && b[1] == '7')
        return 1;
    if (b[8] == 'x')
        return 2;
    return 0;
}

int cut(const char *name, int n)
{
    char b[8];
    if (!name)
        return -1;
    if (snprintf(b, sizeof b, "%s-%d", name, n) >= (int)sizeof b)
        return b[6] == '5' ? 2 : 1;
    if (strcmp(b, "ab-3") == 0)
        return 3;
    return 0;
}

int precise(const char *name, long n)
{
    char b[40];
    if (!name)
        return -1;
    sprintf(b, "%.2s %+.3ld", name, n);
    if (strcmp(b, "id +042") == 0)
        return 1;
    return strcmp(b, " -1000") == 0 ? 2 : 0;
}

int prefixed(unsigned n)
{
    char b[16];
    sprintf(b, "%#x", n);
    if (b[1] != 'x')
        return 1;
    return b[2] == 'c' && b[3] == 0 ? 2 : 0;
}

int sized(char *to, unsigned size, int n)
{
    if (!to || size == 0)
        return -1;
    if (snprintf(to, size, "%d", n) >= (int)size)
        return 1;
    return to[0] == '-' ? 2 : 0;
}
