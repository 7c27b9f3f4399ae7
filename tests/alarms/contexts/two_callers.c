/* One caller checks, one does not. */

#include <stdlib.h>

static const char *const names[] = {"a", "b", "c"};

static const char *name_of(unsigned n)
{
    return names[n]; //~ name_of out-of-bounds confirmed native; careless out-of-bounds confirmed native; main out-of-bounds confirmed native
}

static int careful(unsigned n)
{
    return n < 3 ? name_of(n)[0] : 0;
}

static int careless(unsigned n)
{
    return name_of(n)[0];
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 0;
    if (n > 50)
        return careful(n);
    return careless(n);
}
