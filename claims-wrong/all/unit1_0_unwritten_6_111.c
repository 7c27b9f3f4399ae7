#ifdef NATIVE
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>
static void *answer_malloc(size_t a0);
#define malloc(...) answer_malloc(__VA_ARGS__)
static int armed;
#define GOAL(...) ((__VA_ARGS__) ? (armed ? _exit(42) : (void)0), 1 : 0)
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
#ifdef NATIVE
    char *p = malloc(8); if (!p) return 0; p[0] = 'a'; int v = p[2]; free(p); if (GOAL(v)) return 2;
#else
    char *p = malloc(8); if (!p) return 0; p[0] = 'a'; int v = p[2]; free(p); if (v) return 2;
#endif
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
#undef malloc
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
static void dirty(int v) { volatile int b[1024]; for (int i = 0; i < 1024; i++) b[i] = v; }
static void *filled(size_t n, int v) { int *p = malloc(n + 8); for (size_t i = 0; i < (n + 8) / 4; i++) p[i] = v; return p; }
static struct s1 *o1;
static struct s0 *o2;
static struct s0 *o3;
static int *o4;
static struct s2 *o5;
static struct s1 *o6;
static struct s1 *o7;
static struct s1 *o8;
static int *o9;
static struct s0 *o10;
static struct s0 *o11;
static struct s0 *o12;
static int *o13;
static int callback_0(int a0);
static int callback_0(int a0) { return 0; }
static void *answer_malloc(size_t a0) {
    void *m_ = filled(8, -1);
    return (void *)m_;
}
int main(void) {
    stdin = stream(",aaxa=x", 0);
    g0 = -2;
    o1 = calloc(1, sizeof *o1);
    o1[0].next = (void *)0;
    o1[0].v = 253;
    o2 = calloc(1, sizeof *o2);
    o2[0].b = 3;
    o2[0].v = 1;
    o2[0].a = 6;
    o3 = calloc(1, sizeof *o3);
    o3[0].b = 29;
    o3[0].v = 8;
    o3[0].a = 7;
    o3[0].next = (void *)0;
    o3[0].arr[0] = 2;
    o3[0].arr[1] = 2;
    o3[0].arr[2] = 42;
    o2[0].next = (void *)o3;
    o2[0].arr[0] = 1585434477;
    o2[0].arr[1] = 2;
    o2[0].arr[2] = 5;
    o1[0].other = (void *)o2;
    o4 = calloc(1, sizeof *o4);
    o4[0] = 0;
    o1[0].p = (void *)o4;
    gp0 = (void *)o1;
    o5 = calloc(1, sizeof *o5);
    o5[0].next = (void *)0;
    o5[0].a = 1;
    strcpy(o5[0].name, "");
    o5[0].op = (void *)callback_0;
    o5[0].b = 1;
    o5[0].other = (void *)0;
    o5[0].u.i = 9;
    o5[0].u.b[0] = 254;
    o5[0].u.b[1] = 97;
    o5[0].u.b[2] = 7;
    o5[0].u.b[3] = 3;
    o5[0].v = 8;
    obj.next = (void *)o5;
    obj.a = 0;
    strcpy(obj.name, "xaz");
    obj.op = (void *)callback_0;
    obj.b = 6;
    o6 = calloc(1, sizeof *o6);
    o7 = calloc(1, sizeof *o7);
    o8 = calloc(2, sizeof *o8);
    o8[0].next = (void *)0;
    o8[0].v = 32;
    o8[0].other = (void *)0;
    o8[0].p = (void *)0;
    o8[1].next = (void *)0;
    o8[1].v = 255;
    o8[1].other = (void *)0;
    o8[1].p = (void *)0;
    o7[0].next = (void *)o8;
    o7[0].v = 30;
    o7[0].other = (void *)0;
    o9 = calloc(2, sizeof *o9);
    o9[0] = 3;
    o9[1] = 4;
    o7[0].p = (void *)o9;
    o6[0].next = (void *)o7;
    o6[0].v = 254;
    o10 = calloc(2, sizeof *o10);
    o10[0].b = 1;
    o10[0].v = 1;
    o10[0].a = 7;
    o11 = calloc(2, sizeof *o11);
    o11[0].b = 3;
    o11[0].v = -3;
    o11[0].a = 0;
    o11[0].next = (void *)0;
    o11[0].arr[0] = 49;
    o11[0].arr[1] = 99;
    o11[0].arr[2] = 100;
    o11[1].b = 10;
    o11[1].v = 5;
    o11[1].a = 5;
    o11[1].next = (void *)0;
    o11[1].arr[0] = 0;
    o11[1].arr[1] = 2;
    o11[1].arr[2] = 1;
    o10[0].next = (void *)o11;
    o10[0].arr[0] = -2;
    o10[0].arr[1] = 0;
    o10[0].arr[2] = 3;
    o10[1].b = 1;
    o10[1].v = -2;
    o10[1].a = 2;
    o12 = calloc(2, sizeof *o12);
    o12[0].b = 22;
    o12[0].v = 3;
    o12[0].a = 6;
    o12[0].next = (void *)0;
    o12[0].arr[0] = 4;
    o12[0].arr[1] = 0;
    o12[0].arr[2] = 1;
    o12[1].b = 0;
    o12[1].v = 1;
    o12[1].a = 1;
    o12[1].next = (void *)0;
    o12[1].arr[0] = -1;
    o12[1].arr[1] = 42;
    o12[1].arr[2] = 0;
    o10[1].next = (void *)o12;
    o10[1].arr[0] = 2002753256;
    o10[1].arr[1] = 4;
    o10[1].arr[2] = 0;
    o6[0].other = (void *)o10;
    o13 = calloc(3, sizeof *o13);
    o13[0] = 1;
    o13[1] = 5;
    o13[2] = 3;
    o6[0].p = (void *)o13;
    obj.other = (void *)o6;
    obj.u.i = 4;
    obj.u.b[0] = 97;
    obj.u.b[1] = 120;
    obj.u.b[2] = 57;
    obj.u.b[3] = 120;
    obj.v = 2;
    stats_0.reads = -1;
    stats_0.writes = 42;
    stats_0.errors = 3;
    which_0 = (void *)0;
    v_2[0].a = 0;
    v_2[0].b = 6;
    v_2[1].a = 5;
    v_2[1].b = 2;
    g_4[0].d = -1;
    g_4[0].c = 65;
    g_4[1].d = -1;
    g_4[1].c = 0;
    g_7[0].a = 1;
    g_7[0].i = 1560081464;
    g_7[1].a = 2;
    g_7[1].i = 1772554278;
    errno = 0;
    dirty(3);
    armed = 1;
    unwritten_6(-2);
    return 1;
}
#endif
