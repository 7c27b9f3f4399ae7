// Twin of struct_copy.c: the correct form.
#include <stdio.h>

struct big {
    int v[20];
};

static struct big *pick(struct big *a, int which) { return which ? a : NULL; }

int main(void) {
    struct big src = {{1, 2, 3}};
    struct big dst = *pick(&src, 1);
    printf("%d\n", dst.v[2]);
    return 0;
}
