// cflags: -std=c11
#include <stdalign.h>
#include <stdint.h>
#include <stdnoreturn.h>

_Static_assert(sizeof(int) == 4, "an int has four bytes");

#define kind_of(x) _Generic((x), int: 1, char *: 2, double: 3, default: 0)

struct shape {
    _Static_assert(sizeof(char) == 1, "of course");
    alignas(16) unsigned char bits[16];
    union {
        struct { int width, height; };
        long area;
    };
};

_Thread_local int depth;
_Atomic int shared;

int kinds(int i, char *s, double d, short h)
{
    int sum = kind_of(i) + kind_of(s) + kind_of(d) + kind_of(h);
    return i > 0 ? sum : -sum;
}

int wide(const struct shape *s)
{
    return s->width > s->height && s->bits[3] == 7;
}

int enter(int limit)
{
    if (depth >= limit)
        return -1;
    return ++depth;
}

int add(int n)
{
    int now = shared += n;
    return now > 10;
}

extern noreturn void give_up(const char *why);

int checked(int n)
{
    if (n < 0)
        give_up("negative");
    return n / 2;
}
