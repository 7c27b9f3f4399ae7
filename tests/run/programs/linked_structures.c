// Singly and doubly linked lists, intrusive container_of, merge sort of a list, queue, LRU cache.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct link { struct link *prev, *next; };
struct item { int id; struct link all; int weight; struct link lru; };
#define OF(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))
static void init(struct link *h) { h->prev = h->next = h; }
static void unlink_(struct link *l) { l->prev->next = l->next; l->next->prev = l->prev; init(l); }
static void append(struct link *h, struct link *l) { l->prev = h->prev; l->next = h; h->prev->next = l; h->prev = l; }

struct s { int v; struct s *next; };
static struct s *merge(struct s *a, struct s *b) {
    struct s head = {0, NULL}, *t = &head;
    while (a && b) { struct s **m = a->v <= b->v ? &a : &b; t->next = *m; t = *m; *m = (*m)->next; }
    t->next = a ? a : b;
    return head.next;
}
static struct s *sort(struct s *l) {
    if (!l || !l->next) return l;
    struct s *slow = l, *fast = l->next;
    while (fast && fast->next) { slow = slow->next; fast = fast->next->next; }
    struct s *half = slow->next;
    slow->next = NULL;
    return merge(sort(l), sort(half));
}
static struct s *reverse(struct s *l) { struct s *r = NULL; while (l) { struct s *n = l->next; l->next = r; r = l; l = n; } return r; }

int main(void) {
    struct link all, lru;
    init(&all);
    init(&lru);
    struct item items[8];
    for (int i = 0; i < 8; i++) { items[i].id = i; items[i].weight = i * i; append(&all, &items[i].all); append(&lru, &items[i].lru); }
    int touch[] = {3, 1, 3, 7, 0};
    for (int i = 0; i < 5; i++) { unlink_(&items[touch[i]].lru); append(&lru, &items[touch[i]].lru); }
    for (struct link *l = lru.next; l != &lru; l = l->next) printf("%d ", OF(l, struct item, lru)->id);
    unlink_(&items[4].all);
    int w = 0;
    for (struct link *l = all.prev; l != &all; l = l->prev) w += OF(l, struct item, all)->weight;
    printf("| %d\n", w);
    struct s *l = NULL;
    unsigned r = 3;
    for (int i = 0; i < 500; i++) { struct s *n = malloc(sizeof *n); r = r * 69069 + 1; n->v = (int)(r >> 20); n->next = l; l = n; }
    l = reverse(sort(l));
    int ok = 1, n = 0;
    for (struct s *p = l; p; p = p->next, n++) ok &= !p->next || p->v >= p->next->v;
    printf("%d %d %d\n", ok, n, l->v);
    struct s **pp = &l;
    while (*pp) if ((*pp)->v & 1) { struct s *d = *pp; *pp = d->next; free(d); } else pp = &(*pp)->next;
    n = 0;
    while (l) { struct s *d = l; l = l->next; free(d); n++; }
    printf("%d\n", n);
    return 0;
}
