// search.h: trees with their shape, and the hash table.
#define _GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int numbers[200];
static int compared, freed;

static int cmp(const void *a, const void *b) {
    compared++;
    return *(const int *)a - *(const int *)b;
}
static void show(const void *node, VISIT v, int depth) {
    if (v == postorder || v == leaf) printf("%d@%d ", **(int *const *)node, depth);
}
static void trace(const void *node, VISIT v, void *sum) {
    *(unsigned *)sum = *(unsigned *)sum * 31 + (unsigned)**(int *const *)node * 4 + (unsigned)v;
}
static void release(void *key) { freed += *(int *)key; }

int main(void) {
    void *root = NULL;
    for (int i = 0; i < 200; i++) {
        numbers[i] = i * 37 % 200;
        int **n = tsearch(&numbers[i], &root, cmp);
        if (!n || **n != numbers[i]) puts("lost");
        if (i == 20 || i == 60) twalk(root, show), putchar('\n');
    }
    printf("%d\n", compared);
    unsigned sum = 0;
    int k = 77, none = 500;
    twalk_r(root, trace, &sum);
    printf("%u %d\n", sum, compared);
    int **f = tfind(&k, &root, cmp);
    printf("%d %d\n", f ? **f : -1, tfind(&none, &root, cmp) == NULL);
    f = tsearch(&k, &root, cmp);
    printf("%d\n", *f != &k);
    for (int i = 0; i < 190; i++) {
        int v = i * 53 % 200;
        if (!tdelete(&v, &root, cmp)) puts("not there");
        if (i % 45 == 3) {
            sum = 0;
            twalk_r(root, trace, &sum);
            printf("%u %d\n", sum, compared);
        }
    }
    printf("%d ", tdelete(&none, &root, cmp) == NULL);
    twalk(root, show);
    tdestroy(root, release);
    printf("\n%d\n", freed);
    printf("%d ", hcreate(5));
    static char *words[] = {"alpha", "beta", "gamma", "delta", "epsilon"};
    for (long i = 0; i < 5; i++) {
        ENTRY e = {words[i], (void *)(i + 1)}, *r = hsearch(e, ENTER);
        printf("%d", r != NULL);
    }
    char copy[] = "gamma";
    ENTRY q = {copy, NULL}, *r = hsearch(q, FIND);
    printf(" %ld %d ", (long)r->data, r->key == words[2]);
    r->data = (void *)99L;
    r = hsearch(q, ENTER);
    q.key = "missing";
    printf("%ld %d %d\n", (long)r->data, hsearch(q, FIND) == NULL, hsearch(q, ENTER) == NULL);
    hdestroy();
    return 0;
}
