// malloc in an endless loop; the blocks are lost.
#include <stdlib.h>
int main(void) {
    for (;;) {
        char *p = malloc(1 << 20);
        if (p) p[12345] = 1;
    }
}
