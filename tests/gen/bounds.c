// options: --bound elements=16 --bound bytes=128 --bound depth=5 --bound array=100
// expect last: stop complete
// expect deep: stop complete
// expect wide: branch full
/* Bounds of inputs, from the command line. */
#include <string.h>

int last(const int *a)
{
    if (!a)
        return -1;
    if (a[15] == 77)
        return 1;
    return 0;
}

int text(const char *s)
{
    if (!s)
        return -1;
    if (strlen(s) > 100)
        return 1;
    return 0;
}

struct node { struct node *next; };

int deep(const struct node *n)
{
    int depth = 0;
    while (n && depth < 4) {
        n = n->next;
        depth++;
    }
    return depth == 4;
}

int table[100];

int wide(int i)
{
    if (i != 99)
        return 0;
    return table[i] == 5 ? 1 : 2;
}
