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

/* A length of -1 is as long as can be: which of both ends first is decided behind their ends. */
int in_list(int *list, const char *name, int length)
{
    const char *z = (const char *)&list[2];
    if (strncmp(z, name, length) == 0 && z[length] == 0)
        return list[1];
    return 0;
}
