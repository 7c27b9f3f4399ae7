// expect insert: branch 7/8 unknown 1, reason allocations succeed: --allocation-fails, stop exhausted
// expect enlarge: branch 1/2 unknown 1, reason allocations succeed: --allocation-fails
/* What only a failing allocation reaches says so, whatever else was bounded on the way. */
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

int insert(struct node **root, int key)
{
    while (*root) {
        if ((*root)->key == key)
            return 0;
        root = key < (*root)->key ? &(*root)->left : &(*root)->right;
    }
    *root = calloc(1, sizeof **root);
    if (!*root) /* hard: false */
        return -1; /* hard: code */
    (*root)->key = key;
    return 1;
}

extern void report(const char *text);

int enlarge(unsigned n)
{
    report("enlarge");
    char *p = malloc(n);
    if (!p) /* hard: false */
        return -1; /* hard: code */
    free(p);
    return 0;
}
