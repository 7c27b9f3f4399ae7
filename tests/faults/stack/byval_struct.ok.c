// Twin of byval_struct.c: the correct form.
#include <stdio.h>

struct vec {
    int n;
    int v[6];
};

static int total(struct vec s) {
    int t = 0;
    int *p = &s.n + 1;
    for (int i = 0; i < s.n; i++)
        t += p[i];
    return t;
}

int main(void) {
    struct vec s = {6, {1, 2, 3, 4, 5, 6}};
    printf("%d\n", total(s));
    return 0;
}
