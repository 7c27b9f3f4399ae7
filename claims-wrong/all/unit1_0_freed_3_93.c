#ifdef NATIVE
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
static int armed;
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
struct s0 {
    unsigned b : 5;
    short v;
    unsigned a : 3;
    struct s0 *next;
    int arr[3];
};
struct s1 {
    struct s1 *next;
    unsigned char v;
    struct s0 *other;
    int *p;
};
struct s2 {
    struct s2 *next;
    unsigned a : 3;
    char name[8];
    int (*op)(int);
    unsigned b : 5;
    struct s1 *other;
    union { int i; unsigned char b[4]; } u;
    long v;
};
long g0 = 8;
struct s1 *gp0;
struct s2 obj;
static void put(int *p, int v) { *p = v; }
static void set1(int *p) { *p = 1; }
static void keep(int *p) { (void)*p; }
static void (*const ops[])(int *) = { set1, keep };
static int count(void) { static int n; return ++n; }
int f0(struct s0 *a, struct s2 *b, struct s2 *c, int k, int (*fn)(int)) {
    if (!a || !b || !c || !gp0 || !fn) return 0;
    int v1 = fn(2);
    struct s1 *q2 = gp0->next;
    if (!q2) return 1;
    int v3 = fn(2);
    struct s2 *q4 = b->next;
    if (!q4) return 1;
    unsigned old5 = c->a;
    q4->u.b[2] ^= 'x';
    ops[k & 1](&v1);
    if (c->a != old5) return 48;
    return 1;
}
int f1(struct s2 *a, char *b, int k, int (*fn)(int)) {
    if (!a || !b || !fn) return 0;
    obj.name[1] = a->u.i;
    if (obj.u.b[1] == 3) {
        put(&a->u.i, 42);
    }
    a->b = 100;
    return 1;
}
struct stat_0 { long reads, writes, errors; };
struct stat_0 stats_0, *which_0;
static struct stat_0 local_0;
struct stat_0 *stats_of_0(int mine) { return mine ? &local_0 : &stats_0; }
int bump_0(int err) {
    struct stat_0 *s = which_0 ? which_0 : &local_0;
    s->reads++;
    if (err) s->errors++;
    if (local_0.errors > 2) return 1;
    if (s == &stats_0) return 2;
    if (local_0.writes) return 3;
    if (s == &local_0 && s->reads > 2) return 4;
    return 0;
}
int given_1(void) {
    if (optind > 1) return 1;
    if (opterr == 0) return 2;
    if (optarg) return 3;
    return 0;
}
struct c_2 { int a, b; } v_2[2];
int compared_2(int *p, unsigned k) {
    if (!p) return 0;
    if (p == &v_2[k & 1].b) return 2;
    return k > 3;
}
struct t_3 { int v; struct t_3 *next; };
static struct t_3 *id1_3(struct t_3 *p) { return p; }

int freed_3(struct t_3 *p1, void *q2) {
    struct t_3 *c1 = id1_3(p1); struct t_3 *c2 = q2;
    if (!c1 || !c2) return 0;
    free(c1);
    return c2->v;
}
struct p_4 { double d; char c; };
struct p_4 g_4[2];
int padded_4(unsigned i) {
    if (i > 1) return 0;
    struct p_4 *p = &g_4[i];
    if (((const unsigned char *)p)[3] == 7) return 2;
    return 1;
}
int answered_5(FILE *f) {
    if (!f) return 0;
    int v = fgetc(f);
    if (v == 0) return 2;
    return 1;
}
struct u_6 { char a; int b; };
int unwritten_6(int k) {
    char *p = malloc(8); if (!p) return 0; p[0] = 'a'; int v = p[2]; free(p); if (v) return 2;
    return 1;
}
struct p_7 { unsigned char a : 2; int i; };
struct p_7 g_7[2];
int padded_7(unsigned i) {
    if (i > 1) return 0;
    struct p_7 *p = &g_7[i];
    if (((const unsigned char *)p)[5] == 7) return 2;
    return 1;
}
struct t_8 { int v; struct t_8 *next; };
static struct t_8 *id1_8(struct t_8 *p) { return p; }

int freed_8(struct t_8 *p1, struct t_8 *p2) {
    struct t_8 *c1 = id1_8(p1); struct t_8 *l2[2] = { p2, 0 };
    if (!c1 || !l2[0]) return 0;
    free(c1);
    return l2[0]->v;
}
static int a_9(int x) { return x; }
static int b_9(int x) { return x + 1; }
static int (*now_9)(int) = a_9;
void other_9(void) { now_9 = b_9; }
int called_9(int k) {
    if (k < 0 || k > 9) return 0;
    if (now_9(k) != k) return 2;
    return 1;
}

#ifdef NATIVE
struct content { const char *text; size_t at; int fails; };
static ssize_t from_content(void *c, char *to, size_t n) {
    struct content *s = c;
    size_t left = strlen(s->text) - s->at;
    if (!left && s->fails) { errno = s->fails; return -1; }
    if (n > left) n = left;
    memcpy(to, s->text + s->at, n);
    s->at += n;
    return (ssize_t)n;
}
static ssize_t to_nowhere(void *c, const char *from, size_t n) {
    struct content *s = c;
    (void)from;
    if (s->fails) { errno = s->fails; return 0; }
    return (ssize_t)n;
}
static FILE *stream(const char *text, int fails) {
    struct content *s = calloc(1, sizeof *s);
    s->text = text, s->fails = fails;
    FILE *f = fopencookie(s, "w+", (cookie_io_functions_t){ from_content, to_nowhere, 0, 0 });
    if (fails) setvbuf(f, 0, _IONBF, 0);
    return f;
}
void __asan_on_error(void) { _exit(armed ? 42 : 97); }
void __ubsan_on_report(void) { _exit(armed ? 42 : 97); }
static struct s1 *o1;
static struct s0 *o2;
static struct s0 *o3;
static int *o4;
static struct stat_0 *o5;
static struct t_3 *o6;
static struct t_3 *o7;
static struct t_3 *o8;
static struct t_3 *o9;
int main(void) {
    stdin = stream("", 0);
    o1 = calloc(2, sizeof *o1);
    o1[0].next = (void *)0;
    o1[0].v = 1;
    o2 = calloc(2, sizeof *o2);
    o2[0].b = 0;
    o2[0].v = -3;
    o2[0].a = 4;
    o3 = calloc(2, sizeof *o3);
    o3[0].b = 30;
    o3[0].v = 0;
    o3[0].a = 6;
    o3[0].next = (void *)0;
    o3[0].arr[0] = 42;
    o3[0].arr[1] = 4;
    o3[0].arr[2] = 1844047756;
    o3[1].b = 31;
    o3[1].v = 6;
    o3[1].a = 1;
    o3[1].next = (void *)0;
    o3[1].arr[0] = 100;
    o3[1].arr[1] = -1;
    o3[1].arr[2] = -1;
    o2[0].next = (void *)o3;
    o2[0].arr[0] = 3;
    o2[0].arr[1] = 4;
    o2[0].arr[2] = 0;
    o2[1].b = 2;
    o2[1].v = 0;
    o2[1].a = 0;
    o2[1].next = (void *)0;
    o2[1].arr[0] = 0;
    o2[1].arr[1] = 4;
    o2[1].arr[2] = -2;
    o1[0].other = (void *)o2;
    o4 = calloc(2, sizeof *o4);
    o4[0] = 0;
    o4[1] = 1;
    o1[0].p = (void *)o4;
    o1[1].next = (void *)0;
    o1[1].v = 120;
    o1[1].other = (void *)&o2[0];
    o1[1].p = (void *)0;
    gp0 = (void *)o1;
    stats_0.reads = 7;
    stats_0.writes = 2;
    stats_0.errors = 6;
    o5 = calloc(1, sizeof *o5);
    o5[0].reads = 3;
    o5[0].writes = 10;
    o5[0].errors = -3;
    which_0 = (void *)o5;
    g_4[0].d = 2;
    g_4[0].c = 65;
    g_4[1].d = 3;
    g_4[1].c = 8;
    g_7[0].a = 3;
    g_7[0].i = -2;
    g_7[1].a = 0;
    g_7[1].i = 99;
    errno = 0;
    o6 = calloc(1, sizeof *o6);
    o6[0].v = -3;
    o7 = calloc(2, sizeof *o7);
    o7[0].v = 3;
    o8 = calloc(1, sizeof *o8);
    o8[0].v = 0;
    o9 = calloc(1, sizeof *o9);
    o9[0].v = 0;
    o9[0].next = (void *)0;
    o8[0].next = (void *)o9;
    o7[0].next = (void *)o8;
    o7[1].v = 3;
    o7[1].next = (void *)&o9[0];
    o6[0].next = (void *)o7;
    armed = 1;
    freed_3((void *)o6, (void *)&o6[0]);
    return 1;
}
#endif
