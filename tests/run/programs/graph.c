// Shortest paths (Dijkstra with a heap, Floyd-Warshall), spanning tree (union-find), topological order.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { V = 30, E = 120 };
struct edge { int a, b, w; };
static struct edge e[E];
static int dist[V][V], parent[V];
static int root(int x) { return parent[x] == x ? x : (parent[x] = root(parent[x])); }
static int by_weight(const void *p, const void *q) { const struct edge *a = p, *b = q; return a->w != b->w ? a->w - b->w : a->a != b->a ? a->a - b->a : a->b - b->b; }

static void dijkstra(int s, int *d) {
    struct { int d, v; } heap[E * 2 + 1], t;
    int n = 0, done[V] = {0};
    for (int i = 0; i < V; i++) d[i] = INT_MAX;
    d[s] = 0;
    heap[n].d = 0; heap[n++].v = s;
    while (n) {
        int bi = 0;
        for (int i = 1; i < n; i++) if (heap[i].d < heap[bi].d) bi = i;
        t = *(__typeof__(t) *)&heap[bi];
        heap[bi] = *(__typeof__(heap[0]) *)&heap[--n];
        if (done[t.v]) continue;
        done[t.v] = 1;
        for (int i = 0; i < E; i++) {
            int o = e[i].a == t.v ? e[i].b : e[i].b == t.v ? e[i].a : -1;
            if (o >= 0 && t.d + e[i].w < d[o]) { d[o] = t.d + e[i].w; heap[n].d = d[o]; heap[n++].v = o; }
        }
    }
}

int main(void) {
    unsigned r = 4711;
    for (int i = 0; i < V; i++) for (int j = 0; j < V; j++) dist[i][j] = i == j ? 0 : 1000000;
    for (int i = 0; i < E; i++) {
        r = r * 1664525 + 1013904223;
        e[i] = (struct edge){i < V - 1 ? i : (int)(r >> 8) % V, i < V - 1 ? i + 1 : (int)(r >> 16) % V, 1 + (int)(r >> 20) % 50};
        if (e[i].w < dist[e[i].a][e[i].b]) dist[e[i].a][e[i].b] = dist[e[i].b][e[i].a] = e[i].w;
    }
    for (int k = 0; k < V; k++) for (int i = 0; i < V; i++) for (int j = 0; j < V; j++) if (dist[i][k] + dist[k][j] < dist[i][j]) dist[i][j] = dist[i][k] + dist[k][j];
    int d[V], bad = 0;
    for (int s = 0; s < V; s++) { dijkstra(s, d); for (int i = 0; i < V; i++) bad += d[i] != dist[s][i] && !(i == s); }
    printf("%d %d %d\n", bad, d[0], dist[0][V - 1]);
    qsort(e, E, sizeof e[0], by_weight);
    for (int i = 0; i < V; i++) parent[i] = i;
    int total = 0, used = 0;
    for (int i = 0; i < E; i++) if (root(e[i].a) != root(e[i].b)) { parent[root(e[i].a)] = root(e[i].b); total += e[i].w; used++; }
    printf("%d %d\n", total, used);
    int indeg[V] = {0}, order[V], n = 0;
    for (int i = 0; i < E; i++) if (e[i].a != e[i].b) indeg[e[i].a > e[i].b ? e[i].a : e[i].b]++;
    for (int i = 0; i < V; i++) if (!indeg[i]) order[n++] = i;
    for (int h = 0; h < n; h++) for (int i = 0; i < E; i++) { int lo = e[i].a < e[i].b ? e[i].a : e[i].b, hi = e[i].a + e[i].b - lo; if (lo != hi && lo == order[h] && !--indeg[hi]) order[n++] = hi; }
    printf("%d %d %d\n", n, order[0], order[n - 1]);
    return 0;
}
