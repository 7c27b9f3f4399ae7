// A small object seen as a union with a larger member.
#include <stdio.h>
#include <string.h>

union cell {
    char tag;
    double wide[4];
};

static double read_wide(const union cell *c, int i) {
    return c->wide[i]; //~ FAULT out-of-bounds
}

int main(void) {
    double two[2] = {1.25, 2.25};
    union cell *c = (union cell *)two;
    printf("%g %g %g\n", read_wide(c, 0), read_wide(c, 1), read_wide(c, 2));
    return 0;
}
