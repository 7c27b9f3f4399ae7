/* Structs of which only some members are written: the others are no part of tests. */
#include <string.h>

struct large {
    int n;
    char name[8];
    unsigned long data[4];
};

/* In memory. */
struct large make(int n)
{
    struct large l;
    if (n < 0) {
        l.n = -1;
        return l;
    }
    l.n = n;
    strcpy(l.name, "abc");
    l.data[0] = 5;
    return l;
}

struct small {
    long a, b;
};

/* In registers. */
struct small make_small(int n)
{
    struct small s;
    s.a = n;
    if (n > 5)
        s.b = 7;
    return s;
}

struct small handed_on(int n)
{
    struct small s = make_small(n);
    s.a++;
    return s;
}
