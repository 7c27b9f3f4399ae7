/* Its name ends in that of another file. */

#include "packet.h"

int is_big(const struct packet *p)
{
    return p->length > 1000;
}
