// expect third: branch full
// expect size_of: branch full
// expect release: branch full
// expect release: fault out-of-bounds
// expect before_text: branch full
/* Pointers behind the start of their objects: stacks that are looked at from the top, headers in front of blocks. */
#include <stdlib.h>

struct entry { int state; long value; const char *text; };

int third(struct entry *top)
{
    if (top[-2].state == 7 && top[-1].value > 100)
        return top->state;
    return top[-1].text && top[-1].text[0] == 'x';
}

struct item { int kind; char name[20]; };

static size_t size_of_block(void *p)
{
    size_t *header = p;
    return header[-1];
}

int size_of(struct item *i)
{
    if (!i)
        return -1;
    if (size_of_block(i) == 4711)
        return i->kind == 3;
    return 0;
}

static void release_block(void *p)
{
    size_t *header = p;
    header--;
    if (*header > 1000)
        *header = 0;
    free(header);
}

int release(struct item *i, int n)
{
    release_block(i);
    if (n > 10)
        return 1;
    return 0;
}

int before_text(const char *p)
{
    if (p[-1] == '\\' && p[0] == '(')
        return 1;
    return p[-2] == '[';
}
