// Flexible array members and the old forms of them ([1] and [0]).
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct str { size_t len; char text[]; };
struct old { int n; int v[1]; };
struct gnu { short n; short v[0]; };

static struct str *str_new(const char *s) {
    size_t n = strlen(s);
    struct str *r = malloc(sizeof *r + n + 1);
    r->len = n;
    memcpy(r->text, s, n + 1);
    return r;
}

static struct { int n; char names[][4]; } table = {2, {"abc", "xyz"}};

int main(void) {
    struct str *s = str_new("flexible");
    printf("%zu %s %c\n", s->len, s->text, s->text[s->len - 1]);
    struct old *o = malloc(sizeof *o + 9 * sizeof(int));
    o->n = 10;
    int *v = o->v;
    for (int i = 0; i < o->n; i++) v[i] = i * i;
    int t = 0;
    for (int i = 0; i < o->n; i++) t += v[i];
    printf("%d\n", t);
    struct gnu *g = calloc(1, sizeof *g + 6);
    g->n = 3;
    for (int i = 0; i < 3; i++) g->v[i] = (short)(i - 1);
    printf("%d %d %d %zu\n", g->v[0], g->v[1], g->v[2], sizeof *g);
    printf("%s %s %d\n", table.names[0], table.names[table.n - 1], table.n);
    free(s); free(o); free(g);
    return 0;
}
