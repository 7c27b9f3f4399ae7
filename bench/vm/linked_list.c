// malloc and free of list nodes, insertion in order, traversal by pointers, reversal.
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    unsigned key;
};

static struct node *insert(struct node *head, struct node *n) {
    struct node **at = &head;
    while (*at && (*at)->key < n->key)
        at = &(*at)->next;
    n->next = *at;
    *at = n;
    return head;
}

int main(void) {
    unsigned x = 12345, sum = 0;
    for (int round = 0; round < 1500; round++) {
        struct node *head = NULL;
        for (int i = 0; i < 400; i++) {
            struct node *n = malloc(sizeof *n);
            if (!n) return 1;
            x = x * 1664525u + 1013904223u;
            n->key = x >> 8;
            head = insert(head, n);
        }
        struct node *back = NULL;
        while (head) {
            struct node *n = head;
            head = n->next;
            n->next = back;
            back = n;
        }
        while (back) {
            struct node *n = back;
            back = n->next;
            sum = sum * 31 + n->key;
            free(n);
        }
    }
    printf("linked_list %u\n", sum);
    return 0;
}
