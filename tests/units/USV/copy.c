// expect copy: branch full
#include <string.h>

int copy(const char *from, unsigned n)
{
    char to[16];
    if (!from || n < 2)
        return -1;
    memcpy(to, from, n);
    if (to[1] == '!')
        return 1;
    return 0;
}
