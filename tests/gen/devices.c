// expect table: branch full, faults 0
// expect field: branch full, faults 0
// expect chosen: branch full, faults 0
// expect computed: faults 0, reason a run was cut
// expect bases: faults 0, reason a run was cut
// expect plain_memory: branch full
/* Memory at fixed addresses that are not written where they are used: tables, members, choices, sums. */
#include <stdint.h>

struct gpio { volatile uint32_t moder, odr, idr; };
static struct gpio *const port[2] = { (struct gpio *)0x48000000u, (struct gpio *)0x48000400u };

int table(unsigned p)
{
    if (p > 1)
        return -1;
    if (port[p]->idr & 1)
        return 1;
    return 0;
}

struct pin { struct gpio *port; uint8_t number; };
static const struct pin led = { (struct gpio *)0x48000000u, 3 };

int field(void)
{
    if (led.port->idr & (1u << led.number))
        return 1;
    return 0;
}

int chosen(int w)
{
    struct gpio *g = w ? (struct gpio *)0x48000000u : (struct gpio *)0x48000400u;
    if (g->idr & 1)
        return 1;
    return 0;
}

int computed(unsigned p)
{
    if (p > 1) /* hard: false */
        return -1;
    struct gpio *g = (struct gpio *)(uintptr_t)(0x48000000u + 0x400u * p); /* hard: code */
    if (g->idr & 1) /* hard: true, false, code */
        return 1;   /* hard: code */
    return 0;       /* hard: code */
}

static const uint32_t base[2] = { 0x48000000u, 0x48000400u };

int bases(unsigned p)
{
    if (p > 1) /* hard: false */
        return -1;
    struct gpio *g = (struct gpio *)(uintptr_t)base[p]; /* hard: code */
    if (g->idr & 1) /* hard: true, false, code */
        return 1;   /* hard: code */
    return 0;       /* hard: code */
}

#define RAM ((uint8_t *)0x20000000u)

int plain_memory(int i)
{
    if (i < 0 || i > 9)
        return 0;
    if (RAM[i] == 7)
        return 1;
    return 2;
}
