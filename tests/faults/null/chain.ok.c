// Twin of chain.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

struct leaf { int value; };
struct branch { struct leaf *leaf; };
struct trunk { struct branch *left, *right; };

static int right_value(const struct trunk *t) {
    if (!t->right->leaf) return -1;
    return t->right->leaf->value;
}

int main(void) {
    struct leaf l = {5};
    struct branch left = {&l}, right = {NULL};
    struct trunk t = {&left, &right};
    printf("%d\n", t.left->leaf->value);
    printf("%d\n", right_value(&t));
    return 0;
}
