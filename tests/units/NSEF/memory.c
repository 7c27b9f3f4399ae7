#include <string.h>

struct packet { unsigned char magic[4]; unsigned short kind; };

int check(const struct packet *p)
{
    static const unsigned char magic[4] = {0x7f, 'P', 'K', 1};
    if (!p)
        return -1;
    if (memcmp(p->magic, magic, 4) != 0)
        return 0;
    return p->kind == 0xbeef ? 2 : 1;
}
