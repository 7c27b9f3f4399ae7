// Twin of tree_insert.c: the correct form.
#include <stdio.h>

struct tree {
    int key;
    struct tree *parent, *left, *right;
};

static int depth(const struct tree *t) {
    int d = 0;
    while (t->parent) {
        t = t->parent;
        d++;
    }
    return d;
}

int main(void) {
    struct tree root = {10, NULL, NULL, NULL}, kid = {5, &root, NULL, NULL}, low = {2, &kid, NULL, NULL};
    printf("%d\n", depth(&low));
    return 0;
}
