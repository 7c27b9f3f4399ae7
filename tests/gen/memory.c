/* Blocks whose size is an input: overflow checks, bounds, growth; sorting and searching by callbacks. */

#include <stdlib.h>
#include <string.h>

// expect fault small out-of-bounds
int small(unsigned n)
{
    if (n > 100)
        return -1;
    char *p = malloc(n);
    if (!p) /* hard: false */
        return -2; /* hard: code */
    p[0] = 1;
    p[4] = 2;
    int r = n == 77 ? p[4] : 0;
    free(p);
    return r;
}

int table(size_t n)
{
    if (n > (size_t)-1 / 8)
        return -1;
    int *p = calloc(n, 4);
    if (!p)
        return -2;
    if (n > 3)
        p[3] = 5;
    int r = n == 6 ? p[3] + p[5] : 0;
    free(p);
    return r;
}

int grown(unsigned n)
{
    if (n < 4 || n > 40)
        return -1;
    char *p = malloc(4);
    memcpy(p, "abc", 4);
    p = realloc(p, n);
    int r = p[2] == 'c' && n == 31; /* dead: false */
    free(p);
    return r;
}

int variable(unsigned n)
{
    if (n < 2 || n > 30)
        return -1;
    int a[n];
    a[1] = 3;
    a[n - 1] = 7;
    if (a[1] == 7)
        return 1;
    return n == 19 ? a[18] : 0;
}

static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

int sorted(int a, int b, int c)
{
    int all[3] = {a, b, c};
    qsort(all, 3, sizeof *all, by_value);
    if (all[0] > all[1] || all[1] > all[2]) /* dead: true, second true */
        return -1; /* dead: code */
    return all[1] == 42 && a == 99;
}

int found(int key)
{
    static const int all[] = {1, 5, 9, 14, 22};
    const int *at = bsearch(&key, all, 5, sizeof *all, by_value);
    if (!at)
        return -1;
    return at - all == 3 ? 1 : 0;
}

struct point {
    int x, y;
};

int chosen(const struct point all[4], unsigned i)
{
    if (i > 3)
        return -1;
    struct point p = all[i];
    return p.x == 7 && p.y == 9 && i == 2; /* hard: third true */
}
