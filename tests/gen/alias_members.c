// expect adjacent: branch full
// expect both: branch full
/* A parameter that is what another one's member points to. */

struct node { struct node *next; int n; };

int adjacent(struct node *a, struct node *b)
{
    if (a->next == b) {
        if (b->next)
            return 1;
        return 2;
    }
    return 3;
}

int both(struct node *a, struct node *b)
{
    if (a != b && a->next == b)
        return b->n == 5;
    return 0;
}
