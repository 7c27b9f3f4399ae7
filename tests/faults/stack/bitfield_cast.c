// A bit-field structure laid over a single byte.
#include <stdio.h>

struct flags {
    unsigned ready : 1;
    unsigned level : 12;
    unsigned mode : 19;
};

static void set_mode(void *where, unsigned mode) {
    struct flags *f = where;
    f->mode = mode; //~ FAULT out-of-bounds
}

int main(void) {
    _Alignas(4) unsigned char reg[2] = {0};
    set_mode(reg, 5);
    printf("%d\n", (int)((struct flags *)reg)->mode);
    return 0;
}
