// Twin of list_end.c: the correct form.
#include <stdio.h>

struct node {
    int key;
    struct node *next;
};

static int find(const struct node *n, int key) {
    int pos = 0;
    while (n && n->key != key) {
        n = n->next;
        pos++;
    }
    return pos;
}

int main(void) {
    struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
    printf("%d\n", find(&a, 3));
    printf("%d\n", find(&a, 4));
    return 0;
}
