// runs: 400
/* Library functions that call a function which nobody defines: what that says is an input, and decides. */
#include <search.h>
#include <stdlib.h>

struct pair {
    int key, value;
};

int compare(const void *a, const void *b);

int found(struct pair t[2], int key)
{
    struct pair *p = bsearch(&key, t, 2, sizeof *t, compare);
    if (!p)
        return -1;
    if (p->value == 3)
        return 1;
    return 0;
}

int which(struct pair t[2], int key)
{
    struct pair *p = bsearch(&key, t, 2, sizeof *t, compare);
    if (p == &t[1])
        return 1;
    if (p == &t[0])
        return 2;
    return 0;
}

int first_of(int t[3], int key)
{
    size_t n = 3;
    int *p = lfind(&key, t, &n, sizeof *t, compare);
    if (p == t + 2)
        return 1;
    return p == 0;
}
