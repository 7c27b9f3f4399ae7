// extern inline and inline definitions across files; function addresses are equal across files.
#include <stdio.h>
#include "inl.h"

extern inline int cube(int x);
int call_other(int);
int (*address_of_cube(void))(int);

int main(void) {
    printf("%d %d\n", cube(3), call_other(4));
    printf("%d\n", address_of_cube() == cube);
    printf("%d\n", counter_next() + counter_next() * 10);
    return 0;
}
