/* Sorting for tests: a merge sort with the comparisons that the machine makes. Stubs see them one by one; sanitizers ask for more of them,
 * and C libraries differ in their order. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "crescendo_outside.h"

/* Larger elements are sorted by pointers to them. */
#define DIRECT 32

struct order {
    int (*plain)(const void *, const void *);
    int (*with)(const void *, const void *, void *);
    void *context;
    int by_pointer;
};

static int in_order(const struct order *o, const void *a, const void *b)
{
    if (o->by_pointer) {
        a = *(char *const *)a;
        b = *(char *const *)b;
    }
    return (o->plain ? o->plain(a, b) : o->with(a, b, o->context)) <= 0;
}

static void merge_sort(char *base, size_t count, size_t size, const struct order *o, char *room)
{
    size_t left = count / 2, right = count - left;
    char *p = base, *q = base + left * size, *to = room;
    if (count < 2)
        return;
    merge_sort(p, left, size, o, room);
    merge_sort(q, right, size, o, room);
    while (left && right) {
        int is_first = in_order(o, p, q);
        memcpy(to, is_first ? p : q, size);
        to += size;
        *(is_first ? &p : &q) += size;
        --*(is_first ? &left : &right);
    }
    memcpy(to, p, left * size);
    memcpy(base, room, (size_t)(to - room) + left * size);
}

static void sort(char *base, size_t count, size_t size, struct order *o)
{
    size_t total = size && count > (size_t)-1 / size ? (size_t)-1 : count * size, i;
    char *room, **places;
    if (count == 0)
        return;
    /* Sanitizers see here that all of it is there. */
    room = crescendo_need(malloc(total + 1));
    memcpy(room, base, total);
    if (count == 1) {
        free(room);
        return;
    }
    memmove(base, base, total);
    if (size <= DIRECT) {
        merge_sort(base, count, size, o, room);
    } else {
        places = crescendo_need(malloc(2 * count * sizeof *places));
        for (i = 0; i < count; i++)
            places[i] = base + i * size;
        o->by_pointer = 1;
        merge_sort((char *)places, count, sizeof *places, o, (char *)(places + count));
        for (i = 0; i < count; i++)
            memcpy(room + i * size, places[i], size);
        memcpy(base, room, total);
        free(places);
    }
    free(room);
}

void crescendo_qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *));
void crescendo_qsort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    struct order o = {NULL, NULL, NULL, 0};
    o.plain = compare;
    sort(base, count, size, &o);
}

void crescendo_qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
                       void *context);
void crescendo_qsort_r(void *base, size_t count, size_t size, int (*compare)(const void *, const void *, void *),
                       void *context)
{
    struct order o = {NULL, NULL, NULL, 0};
    o.with = compare;
    o.context = context;
    sort(base, count, size, &o);
}
