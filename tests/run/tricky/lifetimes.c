// Storage that is reused: many short-lived locals, freed blocks of equal size, pointers to statics and to the caller's frame.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *keep(void) { static int cell[4]; static int i; return &cell[i++ & 3]; }
static void fill(int *out, int n) { int local[8]; for (int i = 0; i < n; i++) { local[i] = i * n; out[i] = local[i]; } }
static char *pass_through(char *s) { return s + 1; }
struct ctx { struct ctx *up; int depth; };
static int walk(struct ctx *up, int depth) {
    struct ctx here = {up, depth};
    if (depth == 50) { int s = 0; for (struct ctx *c = &here; c; c = c->up) s += c->depth; return s; }
    return walk(&here, depth + 1);
}

int main(void) {
    int total = 0;
    for (int r = 0; r < 1000; r++) { int v[8]; fill(v, 1 + r % 8); total += v[r % (1 + r % 8)]; }
    printf("%d\n", total);
    for (int i = 0; i < 6; i++) *keep() += i;
    printf("%d %d\n", *keep(), *keep());
    printf("%d\n", walk(NULL, 0));
    int ok = 1;
    for (int i = 0; i < 5000; i++) { char *p = malloc(32); memset(p, i, 32); char *q = malloc(32); q[0] = 1; ok &= p[31] == (char)i; free(p); free(q); }
    printf("%d\n", ok);
    char s[] = "xyz";
    puts(pass_through(s));
    const char *lit = NULL;
    { lit = "outlives its block"; }
    puts(lit);
    int *p = NULL;
    for (int i = 0; i < 3; i++) { int x = i; if (!p) p = malloc(sizeof *p); *p = x; }
    printf("%d\n", *p);
    free(p);
    return 0;
}
