// Tiny blocks without end: the book-keeping costs more than the blocks.
#include <stdlib.h>
int main(void) {
    void **prev = NULL;
    for (;;) {
        void **p = malloc(sizeof *p);
        if (!p) return 0;
        *p = prev;
        prev = p;
    }
}
