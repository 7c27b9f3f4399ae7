/* What is seen of where input objects lie: their order, their distance, their alignment, their addresses as numbers. Tests put
   them where they were when the tests were found. */

#include <stdlib.h>

struct node {
    struct node *next;
    int key;
};

/* Which of two objects is the lower one. */
int lower(const struct node *a, const struct node *b)
{
    if (a == b)
        return 0;
    return a < b ? -1 : 1;
}

/* A table by address. */
int bucket(const struct node *n)
{
    unsigned long hash = (unsigned long)n >> 4;
    if (hash % 8 == 3)
        return 3;
    return hash % 2 ? 1 : 0;
}

/* Bytes by words where they begin at one. */
int by_words(const char *p, unsigned long n)
{
    if (n == 0 || !p)
        return -1;
    if (((unsigned long)p & 7) == 0 && n >= 8)
        return 8;
    return *p == 'x' ? 1 : 0;
}

/* Where one ends and where another begins. */
long distance(const char *from, const char *to)
{
    if (to - from > 64)
        return 1;
    if (to - from < 0)
        return -1;
    return 0;
}

int sorted(struct node *const *all)
{
    return all[0] <= all[1] ? 1 : 0;
}

/* Frees the lower one, and makes the other one larger. */
int thinned(struct node *a, struct node *b)
{
    struct node *more;
    int key;
    if (!a || !b || a >= b)
        return 0;
    free(a);
    more = realloc(b, 4 * sizeof *b);
    if (!more)
        return -1;
    key = more->key == 5 ? 5 : 1;
    free(more);
    return key;
}
