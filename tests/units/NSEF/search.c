// options: --bound bytes=8
#include <string.h>
#include <ctype.h>

int address(const char *s)
{
    if (!s)
        return -1;
    const char *at = strchr(s, '@');
    if (!at)
        return 0;
    if (strlen(at) == 4 && isdigit((unsigned char)at[1]))
        return 2;
    return strstr(s, "..") ? 3 : 1;
}
