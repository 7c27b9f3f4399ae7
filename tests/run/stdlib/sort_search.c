// qsort of several element sizes, stability not assumed, bsearch, comparison through various types, lfind.
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct rec { int key; char name[8]; double w; };
static int by_int(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int by_int_typed(const int *a, const int *b) { return *a < *b ? 1 : *a > *b ? -1 : 0; }
static int by_str(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_rec(const void *a, const void *b) { const struct rec *x = a, *y = b; return x->key != y->key ? x->key - y->key : strcmp(x->name, y->name); }
static int by_char(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int by_double(const void *a, const void *b) { double x = *(const double *)a, y = *(const double *)b; return (x > y) - (x < y); }

int main(void) {
    int v[200];
    unsigned r = 7;
    for (int i = 0; i < 200; i++) { r = r * 1664525 + 1013904223; v[i] = (int)(r >> 8) % 1000; }
    qsort(v, 200, sizeof v[0], by_int);
    int ok = 1;
    for (int i = 1; i < 200; i++) ok &= v[i - 1] <= v[i];
    printf("%d %d %d %d\n", ok, v[0], v[100], v[199]);
    qsort(v, 200, sizeof v[0], (int (*)(const void *, const void *))(void *)by_int_typed);
    printf("%d %d\n", v[0], v[199]);
    const char *w[] = {"pear", "apple", "fig", "kiwi", "banana"};
    qsort(w, 5, sizeof w[0], by_str);
    for (int i = 0; i < 5; i++) printf("%s ", w[i]);
    putchar('\n');
    struct rec rec[] = {{3, "c", 1}, {1, "z", 2}, {3, "a", 3}, {2, "m", 4}, {1, "b", 5}};
    qsort(rec, 5, sizeof rec[0], by_rec);
    for (int i = 0; i < 5; i++) printf("%d%s%g ", rec[i].key, rec[i].name, rec[i].w);
    putchar('\n');
    char s[] = "sortthesecharacters";
    qsort(s, strlen(s), 1, by_char);
    puts(s);
    double d[] = {2.5, -1, 1e10, 0, -1e-10};
    qsort(d, 5, sizeof d[0], by_double);
    for (int i = 0; i < 5; i++) printf("%g ", d[i]);
    putchar('\n');
    qsort(v, 0, sizeof v[0], by_int);
    qsort(v, 1, sizeof v[0], by_int);
    qsort(v, 200, sizeof v[0], by_int);
    int key = v[77], missing = 5000;
    int *hit = bsearch(&key, v, 200, sizeof v[0], by_int);
    printf("%d %d\n", hit && *hit == key, bsearch(&missing, v, 200, sizeof v[0], by_int) == NULL);
    const char *k = "kiwi";
    const char **f = bsearch(&k, w, 5, sizeof w[0], by_str);
    printf("%s\n", f ? *f : "none");
    size_t n = 5;
    double dk = 0;
    double *lf = lfind(&dk, d, &n, sizeof d[0], by_double);
    printf("%d\n", lf ? (int)(lf - d) : -1);
    return 0;
}
