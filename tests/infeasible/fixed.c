/* Numbers that are pointers: devices are what they are compared with, and marks are only compared. */
#include <stdint.h>

struct uart {
    volatile uint32_t control, data;
};
#define UART1 ((struct uart *)0x40011000)
#define UART2 ((struct uart *)0x40012000)

static int number_of(const struct uart *u)
{
    if (u == UART1)
        return 1;
    if (u == UART2)
        return 2;
    return 0;
}

int first(void)
{
    UART1->control = 3;
    if (number_of(UART1) == 1) /* dead: false */
        return 4;
    return 0; /* dead: code */
}

static struct uart *const all[] = {UART1, UART2};
static char *const names[] = {(char *)0x40011000, (char *)0x50000000};

int by_table(int i)
{
    if (i < 0 || i > 1)
        return -1;
    if (number_of(all[i]) == 2)
        return 1;
    if (names[i] == (char *)UART1) /* dead: false */
        return 2;
    return 0; /* dead: code */
}

struct handle {
    struct uart *device;
    void *owner;
};

int by_member(struct handle *h, int second)
{
    if (!h)
        return -1;
    h->device = second ? UART2 : UART1;
    h->device->control = 1;
    return number_of(h->device);
}

#define NOBODY ((void *)1)
#define GONE ((void *)-1)

static void give(struct handle *h, void *owner)
{
    h->owner = owner;
}

int marks(int gone)
{
    struct handle h = {0, 0};
    give(&h, gone ? GONE : NOBODY);
    if (h.owner == NOBODY)
        return 1;
    if (h.owner != GONE) /* dead: true */
        return 2; /* dead: code */
    give(&h, GONE);
    return h.owner == (void *)-1;
}
