/* Library functions on strings must be solvable. */
#include <string.h>

int command(const char *s)
{
    if (!s)
        return -1;
    if (strcmp(s, "start") == 0)
        return 1;
    if (strncmp(s, "stop:", 5) == 0)
        return s[5] == '9' ? 3 : 2;
    return 0;
}
