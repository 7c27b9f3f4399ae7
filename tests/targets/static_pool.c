// Data structures without a heap: a free list in a static pool, linked list, binary tree, ring buffer, bit set.
#include <stddef.h>
#include <stdint.h>
#include "check.h"

struct node { struct node *left, *right; int16_t key; uint8_t used; };
static struct node pool[64], *free_list;
static struct node *take(int key) { struct node *n = free_list; if (!n) return NULL; free_list = n->right; n->left = n->right = NULL; n->key = (int16_t)key; n->used = 1; return n; }
static void give(struct node *n) { n->used = 0; n->right = free_list; free_list = n; }
static struct node *insert(struct node *t, int key) { if (!t) return take(key); if (key < t->key) t->left = insert(t->left, key); else t->right = insert(t->right, key); return t; }
static int walk(const struct node *t, int16_t *out, int n) { if (!t) return n; n = walk(t->left, out, n); out[n++] = t->key; return walk(t->right, out, n); }
static void drop(struct node *t) { if (!t) return; drop(t->left); drop(t->right); give(t); }
struct ring { uint8_t buf[8]; uint8_t head, tail; };
static int put(struct ring *r, uint8_t c) { uint8_t n = (uint8_t)((r->head + 1) & 7); if (n == r->tail) return 0; r->buf[r->head] = c; r->head = n; return 1; }
static int get(struct ring *r) { if (r->head == r->tail) return -1; int c = r->buf[r->tail]; r->tail = (uint8_t)((r->tail + 1) & 7); return c; }
static uint32_t set[4];
static void mark(unsigned i) { set[i / 32] |= 1u << (i % 32); }
static int has(unsigned i) { return set[i / 32] >> (i % 32) & 1; }
static volatile struct { uint32_t ctrl, status; uint8_t data[4]; } reg;

int main(void) {
    for (int i = 63; i >= 0; i--) give(&pool[i]);
    struct node *t = NULL;
    int keys[] = {50, 20, 80, 10, 30, 70, 90, -5, 25, 85};
    for (int i = 0; i < 10; i++) t = insert(t, keys[i]);
    int16_t out[16];
    CHECK(walk(t, out, 0) == 10 && out[0] == -5 && out[4] == 30 && out[9] == 90);
    for (int i = 1; i < 10; i++) CHECK(out[i - 1] < out[i]);
    drop(t);
    int used = 0, avail = 0;
    for (int i = 0; i < 64; i++) used += pool[i].used;
    for (struct node *n = free_list; n; n = n->right) avail++;
    CHECK(used == 0 && avail == 64);
    for (int i = 0; i < 64; i++) CHECK(take(i) != NULL);
    CHECK(take(99) == NULL);
    struct ring r = {{0}, 0, 0};
    int ok = 0;
    for (int i = 0; i < 10; i++) ok += put(&r, (uint8_t)i);
    CHECK(ok == 7 && get(&r) == 0 && get(&r) == 1 && put(&r, 100));
    int last = -1, c;
    while ((c = get(&r)) >= 0) last = c;
    CHECK(last == 100);
    for (unsigned i = 0; i < 128; i += 5) mark(i);
    CHECK(has(0) && has(125) && !has(1) && has(30) && !has(127));
    unsigned n = 0;
    for (unsigned i = 0; i < 128; i++) n += (unsigned)has(i);
    CHECK(n == 26 && (unsigned)(__builtin_popcount(set[0]) + __builtin_popcount(set[1]) + __builtin_popcount(set[2]) + __builtin_popcount(set[3])) == n);
    reg.ctrl = 0x80; reg.ctrl |= 1; reg.status = reg.ctrl << 8;
    for (int i = 0; i < 4; i++) reg.data[i] = (uint8_t)(reg.status >> (8 * i));
    CHECK(reg.data[1] == 0x81 && reg.data[0] == 0 && reg.ctrl == 0x81);
    CHECK(((volatile uint8_t *)&reg.ctrl)[LITTLE ? 0 : 3] == 0x81);
    return 0;
}
