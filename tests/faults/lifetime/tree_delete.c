// A subtree is released while its parent still points to it.
#include <stdio.h>
#include <stdlib.h>

struct tree {
    int key;
    struct tree *l, *r;
};

static struct tree *leaf(int key) {
    struct tree *t = calloc(1, sizeof *t);
    if (!t) exit(1);
    t->key = key;
    return t;
}

static void drop(struct tree *t) {
    if (!t) return;
    drop(t->l);
    drop(t->r);
    free(t);
}

static int sum(const struct tree *t) {
    if (!t) return 0;
    return t->key + sum(t->l) + sum(t->r); //~ FAULT use-after-free
}

int main(void) {
    struct tree *root = leaf(8);
    root->l = leaf(4);
    root->r = leaf(12);
    root->l->l = leaf(2);
    drop(root->l);
    printf("%d\n", sum(root));
    drop(root);
    return 0;
}
