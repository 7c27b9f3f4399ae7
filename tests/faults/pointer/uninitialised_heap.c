// A pointer member of a malloc'ed structure was never set.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int v;
    struct node *next;
};

int main(void) {
    struct node *n = malloc(sizeof *n);
    if (!n) return 1;
    n->v = 1;
    printf("%d\n", n->next->v); //~ FAULT wild-pointer|null-dereference
    free(n);
    return 0;
}
