// expect cast: stop complete
// expect context: stop complete
/* `void *` and `char *` by what they are cast to. */
#include <stdlib.h>

struct item { struct item *next; int key; };

int cast(void *data)
{
    struct item *i = data;
    if (!i)
        return -1;
    if (i->next && i->next->key == 99)
        return 1;
    return 0;
}

static int inner(void *p)
{
    const struct item *i = p;
    return i->next ? i->next->key : -1;
}

int passed_on(void *p)
{
    if (!p)
        return -1;
    return inner(p) == 31;
}

struct job { void *context; int (*run)(void *context); };

static int run_item(void *context)
{
    struct item *i = context;
    return i->key;
}

struct job job = {0, run_item};

int context(struct job *j)
{
    if (!j || !j->context || !j->run)
        return -1;
    return j->run(j->context) == 7 ? 1 : 0;
}

int bytes(const char *raw)
{
    if (!raw)
        return -1;
    const struct item *i = (const struct item *)raw;
    if (i->next && i->next->key == 3)
        return 1;
    return 0;
}

int by_key(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (!x || !y)
        return 0;
    return x->key < y->key ? -1 : x->key > y->key;
}

/* The same `void *` is one struct here and another there: what the unit itself uses it as counts. */
struct pump { char *label; void *device; long runs; };
struct valve { long open; long id; int x; };
struct part { void *object; int number; };

int pump_first(struct part *p)
{
    struct pump *pump = p->object;
    return pump->label ? *pump->label : pump->device == 0;
}

int valve_number(struct part *p)
{
    struct valve *v = p->object;
    if (v->id == 12345)
        return 3;
    return 2;
}
