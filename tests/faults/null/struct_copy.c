// A whole structure is copied from a null pointer.
#include <stdio.h>

struct big {
    int v[20];
};

static struct big *pick(struct big *a, int which) { return which ? a : NULL; }

int main(void) {
    struct big src = {{1, 2, 3}};
    struct big dst = *pick(&src, 0); //~ FAULT null-dereference
    printf("%d\n", dst.v[2]);
    return 0;
}
