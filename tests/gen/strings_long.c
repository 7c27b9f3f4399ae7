// expect lengthy: reason inputs are not larger
// expect far: reason inputs are not larger
/* Strings longer than the bound (64 bytes): what only they reach is not dead but unknown. */
#include <string.h>

int lengthy(const char *s)
{
    if (!s)
        return -1;
    if (strlen(s) > 100) /* hard: true */
        return 1; /* hard: code */
    return 0;
}

int far(const char *s)
{
    if (!s)
        return -1;
    const char *at = strchr(s, '=');
    if (at && at - s > 100) /* hard: second true */
        return 1; /* hard: code */
    return 0;
}
