// expect release: stop complete
// expect twice: fault double-free
// expect after: fault use-after-free
// expect drop_list: branch full
// expect inside: fault invalid-free
/* What an input points to may be freed and reallocated, like a heap block. */
#include <stdlib.h>

struct node { struct node *next; int key; };

int release(char *p, int really)
{
    if (!really)
        return 0;
    free(p);
    return 1;
}

int twice(char *p, int n)
{
    free(p);
    if (n == 41)
        free(p);
    return n;
}

int after(int *p, int n)
{
    if (!p)
        return -1;
    free(p);
    if (n == 17)
        return *p;
    return 0;
}

int drop_list(struct node *head, int key)
{
    int dropped = 0;
    while (head && head->key != key) {
        struct node *next = head->next;
        free(head);
        head = next;
        dropped++;
    }
    return dropped == 2;
}

int grow(int *a, int n)
{
    if (!a || n != 3)
        return 0;
    int *b = realloc(a, 16 * sizeof(int));
    if (b[0] == 5)
        return 1;
    return 2;
}

int inside(char *p)
{
    if (!p)
        return 0;
    free(p + 1);
    return 1; /* dead: code */
}
