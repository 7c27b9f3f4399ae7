// The parent link of a tree's root is null.
#include <stdio.h>

struct tree {
    int key;
    struct tree *parent, *left, *right;
};

static int depth(const struct tree *t) {
    int d = 0;
    do {
        t = t->parent;
        d++;
    } while (t->key >= 0); //~ FAULT null-dereference
    return d;
}

int main(void) {
    struct tree root = {10, NULL, NULL, NULL}, kid = {5, &root, NULL, NULL}, low = {2, &kid, NULL, NULL};
    printf("%d\n", depth(&low));
    return 0;
}
