// Twin of freed_while_walking.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int v;
    struct node *next;
};

static void each(struct node *n, void (*visit)(struct node *)) {
    while (n) {
        struct node *next = n->next;
        visit(n);
        n = next;
    }
}

static void show_and_free(struct node *n) {
    printf("%d\n", n->v);
    free(n);
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n) return 1;
        n->v = i;
        n->next = list;
        list = n;
    }
    each(list, show_and_free);
    return 0;
}
