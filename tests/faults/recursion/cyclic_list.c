// Recursion over a list that became a ring.
#include <stdio.h>

struct node {
    struct node *next;
};

static int length(const struct node *n) { return n ? 1 + length(n->next) : 0; } //~ FAULT stack-exhaustion

int main(void) {
    struct node c = {NULL}, b = {&c}, a = {&b};
    c.next = &a;
    printf("%d\n", length(&a));
    return 0;
}
