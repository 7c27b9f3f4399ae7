// A list with a cycle is freed twice at the join.
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
};

static int release(struct node **all, int n) {
    int freed = 0;
    for (int i = 0; i < n; i++) {
        free(all[i]); //~ FAULT double-free
        freed++;
    }
    return freed;
}

int main(void) {
    struct node *n[4];
    for (int i = 0; i < 4; i++)
        n[i] = calloc(1, sizeof *n[i]);
    for (int i = 0; i < 3; i++)
        n[i]->next = n[i + 1];
    n[3]->next = n[1];
    struct node *order[6];
    int k = 0;
    for (struct node *p = n[0]; p && k < 6; p = p->next)
        order[k++] = p;
    printf("%d\n", release(order, k));
    return 0;
}
