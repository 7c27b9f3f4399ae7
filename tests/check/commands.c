/* A program that is told what to do on its standard input; each fault needs some commands in order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct account {
    int id;
    char owner[6];
    long cents;
    struct account *next;
};

static struct account *head;

static struct account *find(int id)
{
    struct account *a = head;
    while (a && a->id != id)
        a = a->next;
    return a;
}

static int begin(int id, const char *owner)
{
    struct account *a;
    if (find(id) || !(a = malloc(sizeof *a)))
        return -1;
    a->id = id;
    strcpy(a->owner, owner); //~ out-of-bounds
    a->cents = 0;
    a->next = head;
    head = a;
    return 0;
}

static int transfer(int from, int to, long cents)
{
    struct account *a = find(from), *b = find(to);
    if (!a || a->cents < cents)
        return -1;
    a->cents -= cents;
    b->cents += cents; //~ null-dereference
    return 0;
}

static int end(int id)
{
    struct account **p = &head, *dead;
    while (*p && (*p)->id != id)
        p = &(*p)->next;
    if (!*p)
        return -1;
    dead = *p;
    free(dead);
    *p = dead->next; //~ use-after-free
    return 0;
}

int main(void)
{
    char command, owner[32];
    int a, b;
    long cents;
    while (scanf(" %c", &command) == 1)
        switch (command) {
        case 'b':
            if (scanf("%d %31s", &a, owner) != 2)
                return 1;
            begin(a, owner);
            break;
        case 't':
            if (scanf("%d %d %ld", &a, &b, &cents) != 3)
                return 1;
            transfer(a, b, cents);
            break;
        case 'e':
            if (scanf("%d", &a) != 1)
                return 1;
            end(a);
            break;
        case 's':
            if (scanf("%d", &a) != 1)
                return 1;
            printf("%d\n", 100 / a); //~ division-by-zero
            break;
        default:
            return 2;
        }
    return 0;
}
