/* Structs by value and by pointer, nested, with arrays and pointers inside; linked lists. */

struct point { int x, y; };
struct shape { struct point at[2]; char kind; struct point *extra; };

int by_value(struct point p, struct point q)
{
    if (p.x == q.y && p.y == -q.x && p.x > 9)
        return 1;
    return 0;
}

int by_pointer(const struct shape *s)
{
    if (!s)
        return -1;
    if (s->kind == 'T' && s->at[1].y == 12)
        return s->extra && s->extra->x == 5 ? 2 : 1;
    return 0;
}

struct node { int value; struct node *next; };

int list(const struct node *n)
{
    int sum = 0;
    for (int i = 0; n && i < 2; i++, n = n->next)
        sum += n->value;
    return sum == 1000;
}

struct point returned(int a)
{
    struct point p = {a, 0};
    if (a == 31)
        p.y = 1;
    return p;
}
