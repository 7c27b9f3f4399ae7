/* Every kind of input, outcome and helper that tests must spell: constant members, bit-fields, complex numbers, unions,
   structs by value, callbacks, stubs, library functions as inputs, exit and abort, new and freed objects. */

#include <stdlib.h>
#include <unistd.h>

struct config {
    const int fixed;
    int n : 3;
    unsigned m : 5;
    long double wide;
    double _Complex z;
    union {
        int i;
        float f;
    } u;
    struct {
        short inner;
    };
    int grid[2][3];
    char name[8];
};

static int counter;
extern int level;
extern int sensor(int id, const char *name, double scale);
extern struct config make_config(struct config *c);

int use(struct config *c)
{
    if (c->fixed == 7 && c->n == -2 && c->m > 20)
        return 1;
    if (c->wide > 3.25L)
        return 2;
    if (__real__ c->z == 2.5)
        return 3;
    if (c->grid[1][2] == 42) {
        c->grid[0][1] = -1;
        c->name[3] = 'x';
        return 4;
    }
    if (c->u.i == 99 || c->inner == -3)
        return 5;
    return 0;
}

int by_process(int x)
{
    if (getpid() == 1234)
        return x + 1;
    counter += x;
    return 0;
}

int read_all(int n)
{
    int s = 0;
    for (int i = 0; i < n && i < 4; i++)
        s += sensor(i, "x", 1.5);
    if (level > 3)
        s++;
    return s == 77;
}

typedef int (*callback)(int, void *);

int apply(callback f, void *user)
{
    if (!f)
        return -1;
    int r = f(3, user);
    return r > 5 ? r : 0;
}

struct pair {
    int a;
    char b;
};

struct pair swap(struct pair p)
{
    struct pair q = {p.b, (char)p.a};
    if (p.a == 300)
        q.a = 1;
    return q;
}

struct config big(struct config *in)
{
    struct config r = make_config(in);
    if (r.grid[0][0] == 5)
        r.u.i = 1;
    return r;
}

void leave(int x)
{
    if (x == 5)
        exit(3);
    if (x == 6)
        abort();
}

const char *word(int x)
{
    return x == 1 ? "one" : x == 2 ? "two" : NULL;
}

struct node {
    struct node *next;
    int v;
};

int unlink_first(struct node **head)
{
    if (!head || !*head)
        return -1;
    struct node *n = *head;
    *head = n->next;
    int v = n->v;
    free(n);
    return v;
}

struct node *push(struct node *head, int v)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        return NULL;
    n->next = head;
    n->v = v;
    return n;
}

union number {
    double value;
    const int *where;
};

int through(union number *u, int kind)
{
    static const int here = 4;
    if (kind == 1)
        u->where = &counter;
    if (kind == 2)
        u->value = 0.1;
    return u->where == &here;
}

unsigned __int128 widest(unsigned __int128 v)
{
    return v >> 100 == 7 ? v + 1 : 0;
}

float ratio(float a, float b)
{
    if (b == 0.0f)
        return __builtin_inff();
    return a / b > 1e10f ? -0.0f : a / b;
}
