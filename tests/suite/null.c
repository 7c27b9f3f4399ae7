/* Distances from null: where they lead is left to chance, so no test may say it. */
#include <stdio.h>
#include <string.h>

struct stack {
    int *start, *top;
};

int last(struct stack *s)
{
    long index = s->top - s->start;
    return s->start[index - 1] == 7;
}

struct buffer {
    char *start, *pointer;
};

int same(struct buffer *b, const char *other)
{
    unsigned long size = b->pointer - b->start;
    return memcmp(b->start, other, size) == 0;
}

struct mark {
    int a, b, c;
};

struct marks {
    struct mark *first;
    int count;
};

int scan(struct marks *m, struct mark *from)
{
    if (from < m->first + m->count)
        return from->a;
    return 0;
}

/* A number is as far from an object as the object happens to lie, also where the pointer was moved in front of it or of null. */
int is_line_start(const char *pattern, const char *p)
{
    const char *before = p - 2;
    int escaped = before > pattern && before[-1] == '\\';
    return *before == '(' && escaped;
}
