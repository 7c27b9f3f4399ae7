// Twin of union_larger_member.c: the correct form.
#include <stdio.h>
#include <string.h>

union cell {
    char tag;
    double wide[4];
};

static double read_wide(const union cell *c, int i) {
    return c->wide[i];
}

int main(void) {
    union cell cell = {.wide = {1.25, 2.25, 3.25, 4.25}};
    union cell *c = &cell;
    printf("%g %g %g\n", read_wide(c, 0), read_wide(c, 1), read_wide(c, 2));
    return 0;
}
