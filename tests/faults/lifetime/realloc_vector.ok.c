// Twin of realloc_vector.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

struct vec {
    int *at;
    size_t len, cap;
};

static void push(struct vec *v, int x) {
    if (v->len == v->cap) {
        v->cap = v->cap ? v->cap * 2 : 1;
        v->at = realloc(v->at, v->cap * sizeof *v->at);
        if (!v->at) exit(1);
    }
    v->at[v->len++] = x;
}

int main(void) {
    struct vec v = {0};
    push(&v, 10);
    int *first = &v.at[0];
    for (int i = 0; i < 300; i++)
        push(&v, i);
    first = &v.at[0];
    printf("%d\n", *first + 1);
    free(v.at);
    return 0;
}
