// Bytes that a union shares, and names that somebody else has too.

/* A pointer or a few bits of it: the way of older C to save room. */
union entry {
    char *word;
    struct {
        unsigned matches : 2;
        unsigned active : 1;
    } bits;
};

int next_state(union entry *entry, int matched)
{
    if (!entry)
        return -1;
    if (entry->bits.matches == 3)
        entry->bits.matches = matched ? 1 : 0;
    if (!entry->bits.active)
        return 0;
    return entry->bits.matches == 1 ? 2 : 1;
}

int first_letter(union entry *entry)
{
    if (!entry || !entry->word)
        return -1;
    return entry->word[0] == 'x';
}

/* Nobody defines it here; the C library and sanitizers have one of their own. */
struct pool {
    int room;
    void *(*more)(long);
};

extern void _obstack_newchunk(struct pool *pool, int size);

int take(struct pool *pool, int size)
{
    if (size > pool->room)
        _obstack_newchunk(pool, size);
    return pool->room - size;
}

#include <stdlib.h>

/* What a new object holds in a union may be any of its pointers. */
struct value {
    int kind;
    union {
        struct {
            char *chars;
            long length;
        } text;
        double number;
        struct pool *pool;
    } held;
};

struct value *hold_pool(int room)
{
    struct value *v = malloc(sizeof *v);
    if (!v)
        return 0;
    v->kind = 3;
    v->held.pool = malloc(sizeof *v->held.pool);
    if (v->held.pool)
        v->held.pool->room = room;
    return v;
}
