// The third level of a chain of pointers is null.
#include <stdio.h>
#include <stdlib.h>

struct leaf { int value; };
struct branch { struct leaf *leaf; };
struct trunk { struct branch *left, *right; };

static int right_value(const struct trunk *t) {
    return t->right->leaf->value; //~ FAULT null-dereference
}

int main(void) {
    struct leaf l = {5};
    struct branch left = {&l}, right = {NULL};
    struct trunk t = {&left, &right};
    printf("%d\n", t.left->leaf->value);
    printf("%d\n", right_value(&t));
    return 0;
}
