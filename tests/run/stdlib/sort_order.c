// sanitizers: skip
// qsort and friends call the comparison in the library's order, for small and large elements.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct big {
    int key;
    char pad[60];
};
static int calls;
static unsigned trace;

static int by_key(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    calls++;
    trace = trace * 31 + (unsigned)x * 7 + (unsigned)y;
    return (x > y) - (x < y);
}
static int by_last_digit(const void *a, const void *b, void *base) {
    calls++;
    return *(const int *)a % *(int *)base - *(const int *)b % *(int *)base;
}
static int by_length(const void *a, const void *b) {
    return (int)strlen(*(char *const *)a) - (int)strlen(*(char *const *)b);
}

int main(void) {
    for (int n = 0; n < 40; n += 3) {
        int v[40];
        struct big g[40];
        memset(g, 0, sizeof g);
        for (int i = 0; i < n; i++) g[i].key = v[i] = (i * 7919 + n) % 23;
        calls = 0;
        trace = 0;
        qsort(v, (size_t)n, sizeof *v, by_key);
        printf("%d %u ", calls, trace);
        qsort(g, (size_t)n, sizeof *g, by_key);
        printf("%d %u ", calls, trace);
        for (int i = 0; i < n; i++)
            if (v[i] != g[i].key) puts("differs");
        int k = 11, *hit = bsearch(&k, v, (size_t)n, sizeof *v, by_key);
        printf("%d %d\n", calls, hit ? (int)(hit - v) : -1);
    }
    int w[] = {31, 22, 13, 4, 51, 62, 73, 84, 11, 2}, base = 10;
    qsort_r(w, 10, sizeof *w, by_last_digit, &base);
    for (int i = 0; i < 10; i++) printf("%d ", w[i]);
    putchar('\n');
    char *s[] = {"ccc", "a", "bb", "dd", "e", "fff"};
    qsort(s, 6, sizeof *s, by_length);
    for (int i = 0; i < 6; i++) printf("%s ", s[i]);
    putchar('\n');
    int list[8] = {5, 3, 9};
    size_t n = 3;
    int key = 9, miss = 4;
    int *f = lfind(&key, list, &n, sizeof *list, by_key);
    printf("%d %d ", f ? (int)(f - list) : -1, lfind(&miss, list, &n, sizeof *list, by_key) == NULL);
    f = lsearch(&miss, list, &n, sizeof *list, by_key);
    printf("%d %zu %d\n", (int)(f - list), n, list[3]);
    struct node {
        struct node *next, *prev;
        int v;
    } a = {NULL, NULL, 1}, b = {NULL, NULL, 2}, c = {NULL, NULL, 3};
    insque(&a, NULL);
    insque(&c, &a);
    insque(&b, &a);
    for (struct node *p = &a; p; p = p->next) printf("%d ", p->v);
    remque(&b);
    for (struct node *p = &c; p; p = p->prev) printf("%d ", p->v);
    putchar('\n');
    return 0;
}
