/* A stub that shall fill a buffer does not, and what is read there is handed on: no test may expect that value. */

struct header {
    unsigned short id, flags;
};

int receive(void *to, int size);
unsigned short swapped(unsigned short x, int size);

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
    int result = -1, *table = __builtin_malloc(8 * sizeof *table);
    if (!table)
        return result;
    table[0] = 3;
    table[1] = 4;
    if (k >= 0 && k < 8)
        result = table[k] == 0 ? 1 : 2;
    __builtin_free(table);
    return result;
}
