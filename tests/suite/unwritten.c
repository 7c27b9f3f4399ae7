/* Memory that nobody wrote is zero in the machine, and in the tests: on the stack, in blocks, in what a block grows by. */
#include <stdlib.h>

struct header {
    unsigned short id, flags;
};

int receive(void *to, int size);
unsigned short swapped(unsigned short x, int size);

/* A stub that shall fill a buffer does not, and what is read there is handed on. */
int answer(int wanted)
{
    struct header h;
    if (receive(&h, sizeof h) != sizeof h)
        return -1;
    if (swapped(h.id, (int)sizeof h.id) == wanted)
        return 1;
    return 0;
}

/* Inputs say which place is read, and most of them nobody wrote. */
int looked_up(int k)
{
    int result = -1, *table = malloc(8 * sizeof *table);
    if (!table)
        return result;
    table[0] = 3;
    table[1] = 4;
    if (k >= 0 && k < 8)
        result = table[k] == 0 ? 1 : 2;
    free(table);
    return result;
}

/* A block that shrinks and grows again has lost what was in its end. */
int grown(unsigned k)
{
    int result = -1;
    unsigned char *more, *block = malloc(64);
    if (!block)
        return result;
    for (int i = 0; i < 64; i++)
        block[i] = 9;
    more = realloc(block, 8);
    if (more)
        more = realloc(more, 4000);
    if (!more)
        return result;
    if (k < 4000)
        result = more[k] ? 1 : 0;
    free(more);
    return result;
}
