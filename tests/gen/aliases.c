// expect same: stop complete
// expect ring: stop complete
/* Pointers that are the same, and structures that lead back to themselves. */
struct node { struct node *next; int key; };

int same(int *a, int *b)
{
    if (!a || !b)
        return -1;
    if (a == b)
        return 1;
    return 0;
}

int through(int *a, int *b)
{
    if (!a || !b || a != b)
        return -1;
    *a = 5;
    if (*b != 5) /* dead: true */
        return 1; /* dead: code */
    return 0;
}

int ring(struct node *n)
{
    if (!n || !n->next)
        return 0;
    if (n->next == n)
        return 1;
    if (n->next->next == n)
        return 2;
    return 3;
}

struct list { struct node *head; int count; };

int is_first(struct list *l, struct node *n)
{
    if (!l || !n)
        return -1;
    if (l->head == n)
        return n->key == 4 ? 2 : 1;
    return 0;
}
