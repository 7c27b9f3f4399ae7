// Twin of uninitialised_heap.c: the correct form.
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
    n->next = n;
    printf("%d\n", n->next->v);
    free(n);
    return 0;
}
