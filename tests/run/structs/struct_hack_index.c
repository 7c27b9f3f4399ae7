// Direct indexing of a trailing array of length 1 that was over-allocated, as much old code does.
#include <stdio.h>
#include <stdlib.h>

struct poly {
    int degree;
    double c[1];
};

static double eval(const struct poly *p, double x) {
    double r = 0;
    for (int i = p->degree; i >= 0; i--) r = r * x + p->c[i];
    return r;
}

int main(void) {
    struct poly *p = malloc(sizeof *p + 4 * sizeof(double));
    p->degree = 4;
    for (int i = 0; i <= 4; i++) p->c[i] = i + 1;
    printf("%g %g\n", eval(p, 2), eval(p, -0.5));
    free(p);
    return 0;
}
