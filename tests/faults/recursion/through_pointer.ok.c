// Twin of through_pointer.c: the correct form.
#include <stdio.h>

struct rule {
    int (*apply)(const struct rule *, int);
    int end;
};

static int expand(const struct rule *r, int n) { return n == r->end ? 0 : 1 + r->apply(r, n + 1); }

int main(void) {
    struct rule r = {expand, 9};
    printf("%d\n", r.apply(&r, 0));
    return 0;
}
