// expect ready: stop complete
// expect twice: stop complete
// expect device: stop complete
// expect flag: stop complete
// expect wild: fault wild-pointer
// expect changes: branch full
// expect polls: branch full
// expect changed_bit: branch full
/* Memory at fixed addresses, volatile globals, what pointers to something volatile lead to: each read is a new value. */
#include <stdint.h>

#define STATUS (*(volatile uint32_t *)0x40021000)
#define CONTROL (*(volatile uint32_t *)0x40021004)

int ready(void)
{
    if (STATUS & 0x80)
        return 1;
    CONTROL = 1;
    return 0;
}

int twice(void)
{
    uint32_t first = STATUS;
    uint32_t second = STATUS;
    if (first == 5 && second == 6)
        return 1;
    return 0;
}

struct uart { volatile uint8_t data, status; volatile uint16_t baud; };
#define UART ((struct uart *)0x50000100)

int device(void)
{
    int tries = 0;
    while (!(UART->status & 1))
        if (++tries > 3)
            return -1;
    return UART->data == 'x' ? 1 : UART->baud == 9600 ? 2 : 0;
}

volatile int stop;
volatile struct { int a; short b[3]; } shared;

int flag(void)
{
    stop = 0;
    if (stop == 7)
        return 1;
    if (shared.b[2] == 3 && shared.b[2] == 4)
        return 2;
    return 0;
}

int wild(uintptr_t where)
{
    if (where < 0x100000)
        return 0;
    return *(int *)(where | 0x700000000000) == 3;
}

int changes(volatile unsigned long *tail)
{
    unsigned long before = *tail;
    if (before != *tail)
        return 1;
    return 0;
}

int polls(struct uart *u)
{
    int tries = 0;
    while (!(u->status & 1))
        if (++tries > 2)
            return -1;
    return u->data;
}

struct port { volatile unsigned ready : 1, mode : 3; };

int changed_bit(struct port *p)
{
    if (!p->ready && p->ready)
        return p->mode;
    return -1;
}
