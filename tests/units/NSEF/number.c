#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int level(const char *s)
{
    if (!s || strlen(s) > 6)
        return -1;
    int n = atoi(s);
    if (n > 250)
        return 2;
    if (n == -7)
        return 3;
    return toupper(s[0]) == 'Q';
}
