// sizeof of the pointer instead of the structure.
#include <stdio.h>
#include <stdlib.h>

struct point3 {
    double x, y, z;
};

int main(void) {
    struct point3 *p;
    p = malloc(sizeof p);
    if (!p) return 1;
    p->x = 1.5;
    p->y = 2.5; //~ FAULT out-of-bounds
    p->z = 3.5;
    printf("%g\n", p->x + p->y + p->z);
    free(p);
    return 0;
}
