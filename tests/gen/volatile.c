// expect put: branch full
// expect at: reason `reg` holds may change
// expect copies: reason may change more often
// expect pointers: reason may change more often
// expect constant: branch full
/* What is volatile may have another value at every read, also after a write, at any index, in a copy. */
#include <stdint.h>

struct uart { uint32_t sr, dr, cr[2]; };

int put(volatile struct uart *u, uint8_t c)
{
    u->sr = 0;
    u->dr = c;
    if (u->sr & 1)
        return 1;
    return 0;
}

volatile int reg[4];

int at(unsigned i)
{
    if (i > 3)
        return -1;
    reg[i] = 9;
    if (reg[i] != 9) /* hard: true */
        return 1;    /* hard: code */
    return 0;
}

int copies(volatile struct uart *u)
{
    struct uart a = *u, b = *u;
    if (b.sr != a.sr) /* hard: true */
        return 1;     /* hard: code */
    return 0;
}

int pointers(int *volatile *p)
{
    int *a = *p, *b = *p;
    if (a != b)
        return 1;
    if (a)        /* hard: true */
        return 2; /* hard: code */
    return 0;
}

static const volatile int switches = 3;

int constant(void)
{
    if (switches == 5)
        return 1;
    return 0;
}
