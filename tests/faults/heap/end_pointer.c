// The element at the end pointer is read as the last one.
#include <stdio.h>
#include <stdlib.h>

struct span {
    const long *begin, *end;
};

static long back(struct span s) {
    return *s.end; //~ FAULT out-of-bounds
}

int main(void) {
    long *v = malloc(3 * sizeof *v);
    if (!v) return 1;
    v[0] = 10; v[1] = 20; v[2] = 30;
    struct span s = {v, v + 3};
    printf("%ld\n", back(s));
    free(v);
    return 0;
}
