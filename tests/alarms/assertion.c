/* Assertions, and places that are declared unreachable. */
#include <assert.h>

int asserted(int n)
{
    assert(n != 42); //~ ALARM assertion-failure
    return n;
}

int holds(int n)
{
    if (n > 10)
        n = 10;
    assert(n <= 10);
    return n;
}

int declared(unsigned kind)
{
    switch (kind & 3) {
    case 0:
        return 1;
    case 1:
        return 2;
    case 2:
        return 3;
    }
    __builtin_unreachable(); //~ ALARM unreachable
}
