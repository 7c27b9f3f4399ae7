// expect through: stop exhausted
/* A function that is called through a pointer of another type: what it takes for an address is a number here. */
#include <sys/stat.h>

static void (*const now)(void) = (void (*)(void))fstat;

int through(long size)
{
    if (((int (*)(int, long))now)(3, size) == 0)
        return 1;
    if (size == 300) /* hard: true */
        return 2; /* hard: code */
    return 0;
}
