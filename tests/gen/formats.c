// runs: 300
// expect number: assumption line is a terminated string
// expect number: faults 1, fault null-dereference
// expect say: assumption format is a terminated string
/* Texts that are read by `sscanf`, whatever the standard calls it, and formats of those who print for others. */
#include <stdarg.h>
#include <stdio.h>

int number(const char *line)
{
    unsigned n;
    if (sscanf(line, "%u", &n) != 1)
        return -1;
    if (n > 100)
        return 1;
    return 0;
}

static char last[64];

int say(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(last, sizeof last, format, args);
    va_end(args);
    if (n > 5)
        return 1;
    return 0;
}
