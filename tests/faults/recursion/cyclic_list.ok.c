// Twin of cyclic_list.c: the correct form.
#include <stdio.h>

struct node {
    struct node *next;
};

static int length(const struct node *n) { return n ? 1 + length(n->next) : 0; }

int main(void) {
    struct node c = {NULL}, b = {&c}, a = {&b};
    printf("%d\n", length(&a));
    return 0;
}
