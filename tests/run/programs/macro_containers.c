// Macro-generated containers: vectors of several types, a generic heap, maps, used through function pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VEC(T, N)                                                                                         \
    typedef struct { T *at; size_t len, cap; } N;                                                         \
    static void N##_push(N *v, T x) {                                                                     \
        if (v->len == v->cap) v->at = realloc(v->at, (v->cap = v->cap * 3 / 2 + 4) * sizeof(T));          \
        v->at[v->len++] = x;                                                                              \
    }                                                                                                     \
    static T N##_pop(N *v) { return v->at[--v->len]; }                                                    \
    static void N##_free(N *v) { free(v->at); memset(v, 0, sizeof *v); }                                  \
    static N N##_filter(const N *v, int (*keep)(T const *)) {                                             \
        N r = {0};                                                                                        \
        for (size_t i = 0; i < v->len; i++) if (keep(&v->at[i])) N##_push(&r, v->at[i]);                  \
        return r;                                                                                         \
    }
struct pair { char tag; double w; };
VEC(int, ints)
VEC(double, reals)
VEC(struct pair, pairs)
VEC(const char *, strs)

static int even(const int *x) { return *x % 2 == 0; }
static int positive(const double *x) { return *x > 0; }
static int heavy(const struct pair *p) { return p->w > 2 && p->tag != 'd'; }
static int longer(const char *const *s) { return strlen(*s) > 3; }

int main(void) {
    ints a = {0};
    for (int i = 0; i < 100; i++) ints_push(&a, i * i % 37);
    ints b = ints_filter(&a, even);
    printf("%zu %zu %d\n", a.len, b.len, ints_pop(&b));
    reals r = {0};
    for (double x = -2; x < 2; x += 0.3) reals_push(&r, x * x * x);
    reals q = reals_filter(&r, positive);
    printf("%zu %zu %.6f\n", r.len, q.len, reals_pop(&q));
    pairs p = {0};
    for (char c = 'a'; c < 'i'; c++) pairs_push(&p, (struct pair){c, (c - 'a') * 0.75});
    pairs h = pairs_filter(&p, heavy);
    struct pair last = pairs_pop(&h);
    printf("%zu %c %g\n", h.len, last.tag, last.w);
    strs s = {0};
    const char *words[] = {"a", "list", "of", "some", "words"};
    for (int i = 0; i < 5; i++) strs_push(&s, words[i]);
    strs l = strs_filter(&s, longer);
    printf("%zu %s\n", l.len, strs_pop(&l));
    ints_free(&a); ints_free(&b); reals_free(&r); reals_free(&q); pairs_free(&p); pairs_free(&h); strs_free(&s); strs_free(&l);
    return 0;
}
