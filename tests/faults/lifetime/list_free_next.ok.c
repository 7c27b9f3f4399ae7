// Twin of list_free_next.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int v;
    struct node *next;
};

static struct node *push(struct node *head, int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->v = v;
    n->next = head;
    return n;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 5; i++)
        list = push(list, i);
    int n = 0;
    for (struct node *p = list, *next; p; p = next) {
        next = p->next;
        n += p->v;
        free(p);
    }
    printf("%d\n", n);
    return 0;
}
