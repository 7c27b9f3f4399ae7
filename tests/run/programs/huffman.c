// Huffman coding with a heap of nodes, bit streams, decoding back.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { unsigned w; int sym; struct node *l, *r; };
static struct node *heap[512];
static int n;
static int before(const struct node *a, const struct node *b) { return a->w != b->w ? a->w < b->w : a->sym < b->sym; }
static void push(struct node *x) {
    int i = n++;
    while (i && before(x, heap[(i - 1) / 2])) { heap[i] = heap[(i - 1) / 2]; i = (i - 1) / 2; }
    heap[i] = x;
}
static struct node *pop(void) {
    struct node *top = heap[0], *x = heap[--n];
    int i = 0;
    for (int c; (c = 2 * i + 1) < n; i = c) {
        if (c + 1 < n && before(heap[c + 1], heap[c])) c++;
        if (before(x, heap[c])) break;
        heap[i] = heap[c];
    }
    heap[i] = x;
    return top;
}
static struct node *node(unsigned w, int sym, struct node *l, struct node *r) { struct node *x = malloc(sizeof *x); *x = (struct node){w, sym, l, r}; return x; }
static char codes[256][64];
static void walk(struct node *t, char *path, int d) {
    if (!t->l) { path[d] = 0; strcpy(codes[t->sym], d ? path : "0"); return; }
    path[d] = '0'; walk(t->l, path, d + 1);
    path[d] = '1'; walk(t->r, path, d + 1);
}
static void drop(struct node *t) { if (t) { drop(t->l); drop(t->r); free(t); } }

int main(void) {
    const char *text = "she sells sea shells by the sea shore; the shells she sells are surely seashells";
    unsigned freq[256] = {0};
    for (const char *p = text; *p; p++) freq[(unsigned char)*p]++;
    for (int i = 0; i < 256; i++) if (freq[i]) push(node(freq[i], i, NULL, NULL));
    while (n > 1) { struct node *a = pop(), *b = pop(); push(node(a->w + b->w, a->sym < b->sym ? a->sym : b->sym, a, b)); }
    struct node *root = pop();
    char path[64];
    walk(root, path, 0);
    for (int i = 0; i < 256; i++) if (freq[i]) printf("%c %u %s\n", i, freq[i], codes[i]);
    unsigned char out[200] = {0};
    unsigned bits = 0;
    for (const char *p = text; *p; p++) for (char *c = codes[(unsigned char)*p]; *c; c++, bits++) if (*c == '1') out[bits / 8] |= (unsigned char)(1 << (bits % 8));
    printf("%zu bytes to %u bits\n", strlen(text), bits);
    char back[200];
    unsigned pos = 0, m = 0;
    while (pos < bits) { struct node *t = root; while (t->l) { t = out[pos / 8] >> (pos % 8) & 1 ? t->r : t->l; pos++; } back[m++] = (char)t->sym; }
    back[m] = 0;
    printf("%d\n", strcmp(back, text));
    drop(root);
    return 0;
}
