/* Tables of strings and of pointers, by an index that is an input. */
#include <string.h>

static const char *const names[] = {"zero", "one", "two", "three"};

int spelled(unsigned i, char first)
{
    if (i >= 4)
        return -1;
    if (names[i][0] == 'q') /* dead: true */
        return 1; /* dead: code */
    if (names[i][1] == first && i == 3)
        return 2;
    return 0;
}

int lookup(const char *s)
{
    if (!s)
        return -1;
    for (int i = 0; i < 4; i++)
        if (strcmp(s, names[i]) == 0)
            return i;
    return 9;
}

int indirect(int *const *list, unsigned i)
{
    if (!list || i > 1 || !list[i])
        return -1;
    if (*list[i] == 17)
        return 1;
    return 0;
}
