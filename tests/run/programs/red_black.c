// A left-leaning red-black tree: insertion, deletion of the minimum, invariants.
#include <stdio.h>
#include <stdlib.h>

typedef struct node { int key, red; struct node *l, *r; } node;
static int is_red(const node *n) { return n && n->red; }
static node *left(node *h) { node *x = h->r; h->r = x->l; x->l = h; x->red = h->red; h->red = 1; return x; }
static node *right(node *h) { node *x = h->l; h->l = x->r; x->r = h; x->red = h->red; h->red = 1; return x; }
static void flip(node *h) { h->red = !h->red; h->l->red = !h->l->red; h->r->red = !h->r->red; }
static node *fix(node *h) {
    if (is_red(h->r)) h = left(h);
    if (is_red(h->l) && is_red(h->l->l)) h = right(h);
    if (is_red(h->l) && is_red(h->r)) flip(h);
    return h;
}
static node *insert(node *h, int key) {
    if (!h) { h = calloc(1, sizeof *h); h->key = key; h->red = 1; return h; }
    if (key < h->key) h->l = insert(h->l, key);
    else if (key > h->key) h->r = insert(h->r, key);
    return fix(h);
}
static node *red_left(node *h) { flip(h); if (is_red(h->r->l)) { h->r = right(h->r); h = left(h); flip(h); } return h; }
static node *delete_min(node *h) {
    if (!h->l) { free(h); return NULL; }
    if (!is_red(h->l) && !is_red(h->l->l)) h = red_left(h);
    h->l = delete_min(h->l);
    return fix(h);
}
static int check(const node *h, int lo, int hi, int *count) {
    if (!h) return 1;
    ++*count;
    if (h->key <= lo || h->key >= hi || is_red(h->r) || (h->red && is_red(h->l))) return -1000;
    int a = check(h->l, lo, h->key, count), b = check(h->r, h->key, hi, count);
    return a != b ? -1000 : a + !h->red;
}
static int depth(const node *h) { if (!h) return 0; int a = depth(h->l), b = depth(h->r); return 1 + (a > b ? a : b); }

int main(void) {
    node *t = NULL;
    unsigned r = 99;
    for (int i = 0; i < 2000; i++) { r = r * 1664525 + 1013904223; t = insert(t, (int)(r >> 12) % 5000); t->red = 0; }
    int n = 0, black = check(t, -1, 100000, &n);
    printf("%d %d %d\n", n, black, depth(t));
    for (int i = 0; i < 1000; i++) { if (!is_red(t->l) && !is_red(t->r)) t->red = 1; t = delete_min(t); if (t) t->red = 0; }
    n = 0;
    black = check(t, -1, 100000, &n);
    printf("%d %d\n", n, black > 0);
    node *m = t;
    while (m->l) m = m->l;
    printf("%d\n", m->key);
    while (t) { if (!is_red(t->l) && !is_red(t->r)) t->red = 1; t = delete_min(t); if (t) t->red = 0; }
    puts("empty");
    return 0;
}
