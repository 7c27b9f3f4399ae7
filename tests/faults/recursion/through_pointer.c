// A function that calls itself through a pointer.
#include <stdio.h>

struct rule {
    int (*apply)(const struct rule *, int);
    int end;
};

static int expand(const struct rule *r, int n) { return n == r->end ? 0 : 1 + r->apply(r, n + 2); } //~ FAULT stack-exhaustion

int main(void) {
    struct rule r = {expand, 9};
    printf("%d\n", r.apply(&r, 0));
    return 0;
}
