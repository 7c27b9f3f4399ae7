// expect ring: branch full
// expect insert: branch full
// expect split: branch full
// expect slide: branch full
// expect round_about: statement full
/* Indices so large that addresses wrap, and pointers that come back by another way: a pointer's mark has no room for the
   highest bits of its address, its term has them. */

#include <stddef.h>
#include <string.h>

void ring(long *b, unsigned long first, unsigned long mask, unsigned long n)
{
    unsigned long i;
    for (i = 0; i < n; i++)
        b[(first + i) & mask] = 1;
}

struct list { size_t size; void **items; };

int insert(struct list *l, void *item, size_t at)
{
    if (at > l->size - 1)
        return 1;
    memmove(&l->items[at + 1], &l->items[at], (l->size - at) * sizeof(void *));
    l->items[at] = item;
    return 0;
}

struct tree { size_t most, each; };
struct leaf { size_t count : 16; char *items; };

void split(struct tree *t, struct leaf *leaf, struct leaf *right)
{
    size_t middle = t->most / 2;
    right->count = leaf->count - (middle + 1);
    memmove(right->items, leaf->items + t->each * (middle + 1), right->count * t->each);
    leaf->count = middle;
}

int slide(unsigned char *window, unsigned by, unsigned n, unsigned long room, int last)
{
    if (room - 5 > by)
        return 0;
    memcpy(window, window + by, n);
    if (room == 5 || last == 4)
        return 1;
    return 0;
}

struct buffer { long start; char *next; long n; };

char *round_about(struct buffer *b)
{
    return (char *)b->start + (b->next - (char *)b->start) + b->n;
}
