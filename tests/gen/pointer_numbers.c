// expect tagged: branch full, boundary full
// expect is_failed: branch full
// expect by_number: branch full
// expect is_odd: branch full
// expect length: branch full, boundary full, faults 0
// expect handler: branch full
/* Pointers that hold numbers: user data, marks for failure, handlers that are none. What such a number leads to is no fault
   of the program. */

#include <stddef.h>

int tagged(void *data)
{
    if ((long)data == 5)
        return 1;
    return 0;
}

int is_failed(char *p)
{
    return p == (char *)-1 ? 7 : 0;
}

int by_number(void *data)
{
    switch ((long)data) {
    case 1:
        return 10;
    case 2:
        return 20;
    default:
        return 0;
    }
}

int is_odd(const int *p)
{
    if ((size_t)p & 1)
        return 1;
    return 0;
}

struct value { void *parts[2]; };

int length(struct value v)
{
    if ((size_t)v.parts[1] > 100)
        return 2;
    return (size_t)v.parts[1] == 7;
}

int handler(void (*f)(int))
{
    if (f == (void (*)(int))1)
        return 1;
    if (f)
        f(3);
    return 0;
}
