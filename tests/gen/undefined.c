// expect open_table: faults 0, reason a run was cut
// expect open_text: faults 0
// expect open_structs: faults 0
// expect startup: faults 0, reason a run was cut
// expect span: reason for the linker to say
/* Variables that no given file defines: constants are inputs, arrays have a length that nobody knows. */
#include <stdint.h>

extern const int limit;
extern const struct { int a, b; } settings;
extern int (*const handlers[2])(int);

int constants(int i)
{
    if (limit > 100)
        return 1;
    if (settings.b == 7)
        return 2;
    if (i >= 0 && i < 2 && handlers[i] && handlers[i](i) == 9)
        return 3;
    return 0;
}

extern int table[];

int open_table(unsigned i)
{
    if (i > 20)
        return 0;
    table[i]++;
    if (table[i] == 4)
        return 1;
    if (i == 19) /* hard: true */
        return 2;/* hard: code */
    return 3;
}

extern const char version[];

int open_text(void)
{
    if (version[0] == '2' && version[1] == '.')
        return 1;
    return 0;
}

extern const struct point { int x, y; } points[];

int open_structs(int x)
{
    for (int i = 0; i < 3 && points[i].x; i++)
        if (points[i].x == x)
            return points[i].y;
    return -1;
}

/* Names that the linker gives to places. */
extern uint32_t _sdata, _edata, _sidata;

int startup(void)
{
    uint32_t *s = &_sidata, *d = &_sdata; /* hard: code */
    int n = 0;                            /* hard: code */
    while (d < &_edata) {                 /* hard: true, false, code */
        *d++ = *s++;                      /* hard: code */
        if (++n > 3)                      /* hard: true, false, code */
            return 1;  /* hard: code */
    }
    return n; /* hard: code */
}

extern char _end[], _start[];

int span(void)
{
    if (_end - _start > 1000) /* hard: true, false */
        return 1;             /* hard: code */
    return 0;                 /* hard: code */
}
