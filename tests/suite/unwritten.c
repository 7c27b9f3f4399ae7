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
