// Twin of bitfield_cast.c: the correct form.
#include <stdio.h>

struct flags {
    unsigned ready : 1;
    unsigned level : 12;
    unsigned mode : 19;
};

static void set_mode(void *where, unsigned mode) {
    struct flags *f = where;
    f->mode = mode;
}

int main(void) {
    struct flags reg[1] = {{0, 0, 0}};
    set_mode(reg, 5);
    printf("%d\n", (int)((struct flags *)reg)->mode);
    return 0;
}
