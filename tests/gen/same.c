// expect written: stop complete
// expect members: stop complete
// expect global: stop complete
// expect mark: stop complete
// expect within: stop complete
// expect next: reason pointers that are compared are never in one object, assumption a and b do not overlap
// expect behind: reason pointers that are compared are never in one object
/* Pointers may be the same, and nothing is dead because the driver's usually are not. */

struct pair { int *p, *q; };
struct node { struct node *next; int value; };

struct node *head;
struct node anchor;
int table[8];

int written(int *a, int *b)
{
    if (!a || !b)
        return -1;
    *a = 1;
    *b = 2;
    if (*a == 2)
        return 1;
    return 0;
}

int members(struct pair *s)
{
    if (!s || !s->p || !s->q)
        return -1;
    *s->p = 1;
    *s->q = 2;
    if (*s->p == 2)
        return 1;
    return 0;
}

int global(struct node *x)
{
    if (!x || !head)
        return -1;
    head->value = 1;
    x->value = 2;
    if (head->value == 2)
        return 1;
    return 0;
}

/* The end of a list is often a node of its own. */
int mark(struct node *x)
{
    if (x == &anchor)
        return 1;
    return 0;
}

int within(int *p)
{
    if (p >= table && p < table + 8)
        return 1;
    return 0;
}

int next(char *a, char *b)
{
    if (!a || !b)
        return -1;
    if (b == a + 1) /* hard: true */
        return 1; /* hard: code */
    return 0;
}

int behind(struct node *x, struct node *y)
{
    if (!x || !y)
        return -1;
    if (x + 1 == y) /* hard: true */
        return 1; /* hard: code */
    return 0;
}
