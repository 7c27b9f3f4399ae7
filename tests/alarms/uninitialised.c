// options: --check uninitialised-use
// Values that were never written.
#include <stdlib.h>
#include <string.h>

int maybe(int a)
{
    int x;
    if (a > 3)
        x = a;
    return x; //~ ALARM uninitialised-use
}

int maybe_right(int a)
{
    int x = 0;
    if (a > 3)
        x = a;
    return x;
}

int pointer(int a)
{
    int *p;
    int value = a;
    if (a != 7)
        p = &value;
    return *p; //~ ALARM uninitialised-use
}

int heap(unsigned n)
{
    int *p = malloc(4 * sizeof *p);
    int r = 0;
    if (p) {
        p[0] = 1;
        r = n > 4 ? p[1] : p[0]; //~ ALARM uninitialised-use
        free(p);
    }
    return r;
}

int heap_right(unsigned n)
{
    int *p = calloc(4, sizeof *p);
    int r = p ? p[n % 4] : 0;
    free(p);
    return r;
}

struct parts {
    unsigned a : 3;
    unsigned b : 5;
    char c;
    int d;
};

/* Setting a bit-field reads what is around it, copying a struct copies its gaps: both are right. */
int fields_right(int a)
{
    struct parts p, q;
    p.a = a;
    p.b = 2;
    p.c = 1;
    p.d = a;
    q = p;
    memcpy(&p, &q, sizeof p);
    return p.a + q.d;
}

/* Writing a bit-field copies its neighbours, which is no use of them; also where a string was copied before. */
struct tagged { char name[16]; unsigned weight : 5; unsigned kind : 3; };

int tag(const char *name, unsigned weight)
{
    struct tagged *t = malloc(sizeof *t);
    if (!t || !name || strlen(name) > 15)
        return -1;
    strcpy(t->name, name);
    t->weight = weight;
    int heavy = t->weight > 20;
    free(t);
    return heavy;
}
