/* Faults that take a sequence of commands, although every line is covered by shorter ones: nothing but going on finds them. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *head, *newest;
static struct node *other, *chosen;

static void add(int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->value = value;
    n->next = head;
    head = n;
    newest = n;
}

/* It forgets that the newest may be the one. */
static void drop(void)
{
    struct node *n = head;
    if (!n)
        return;
    head = n->next;
    free(n);
}

static int show(void)
{
    return newest ? newest->value : -1; //~ use-after-free
}

/* Its twin does not. */
static void add_other(void)
{
    other = malloc(sizeof *other);
    if (!other)
        exit(1);
    other->value = 1;
    chosen = other;
}

static void drop_other(void)
{
    free(other);
    other = chosen = NULL;
}

static int show_other(void)
{
    return chosen ? chosen->value : -1;
}

int main(void)
{
    int c, sum = 0;
    while ((c = getchar()) != EOF)
        switch (c) {
        case 'a':
            add(c);
            break;
        case 'd':
            drop();
            break;
        case 's':
            sum += show();
            break;
        case 'A':
            if (!other)
                add_other();
            break;
        case 'D':
            drop_other();
            break;
        case 'S':
            sum += show_other();
            break;
        default:
            return sum;
        }
    return 0;
}
