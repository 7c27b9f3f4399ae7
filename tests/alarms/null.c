/* Null pointers, also two arguments of one call. */
#include <string.h>

int plain(int *p)
{
    return *p; //~ ALARM null-dereference
}

int guarded(int *p)
{
    return p ? *p : 0;
}

int member(struct pair { int a, b; } *p, int which)
{
    if (which)
        return p->b; //~ ALARM null-dereference
    return p ? p->a : 0;
}

int found(const char *s)
{
    if (!s)
        return 0;
    return *strchr(s, ':'); //~ ALARM null-dereference
}

int found_guarded(const char *s)
{
    const char *at = s ? strchr(s, ':') : 0;
    return at ? at[0] : 0;
}
