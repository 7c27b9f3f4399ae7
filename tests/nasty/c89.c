/* cflags: -std=c89 -pedantic */
/* No declarations behind statements, no long long, no // comments, no inline. */
#include <string.h>

static char name[20];

int set_name(text)
    const char *text;
{
    unsigned long length = strlen(text);
    if (length >= sizeof(name))
        return 0;
    strcpy(name, text);
    return 1;
}

int has_name(const char *text)
{
    return strcmp(name, text) == 0;
}
