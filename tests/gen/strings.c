/* Library functions on inputs: strcmp, strlen, strchr, atoi, tolower. What they make concrete may be missed, and is never
   said to be infeasible. */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int password(const char *s)
{
    if (s && strcmp(s, "swordfish") == 0) /* hard: second */
        return 1; /* hard: code */
    return 0;
}

int measured(const char *s)
{
    if (!s)
        return -1;
    size_t n = strlen(s);
    if (n == 5 && s[4] == '!') /* hard: first, second both */
        return 1; /* hard: code */
    return 0;
}

int number(const char text[6])
{
    if (atoi(text) == 1984) /* hard: true */
        return 1; /* hard: code */
    return 0;
}

int cased(char c, char d)
{
    if (isupper((unsigned char)c) && tolower((unsigned char)c) == d && d == 'q') /* hard: second both, third both */
        return 1; /* hard: code */
    return 0;
}

int found(const char *s)
{
    if (!s)
        return -1;
    const char *at = strchr(s, ';');
    if (at && at - s == 4) /* hard: first both, second both */
        return 1; /* hard: code */
    return 0;
}
