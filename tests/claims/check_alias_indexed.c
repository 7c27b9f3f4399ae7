/* function: indexed_7
 * kind: proved-checks
 * claim: check, line 126: out-of-bounds
 * class: check: alias
 * native: -fsanitize=address,undefined
 * why it is wrong: Two input pointers to one object.
 */
#ifdef NATIVE
#define _GNU_SOURCE
#include <unistd.h>
static int armed;
#endif
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s0 {
    int *p;
    int v;
    struct s0 *next;
    int arr[3];
};
long g0 = 5;
struct s0 *gp0;
void *gctx;
static void set1(int *p) { *p = 1; }
static void keep(int *p) { (void)*p; }
static void (*const ops[])(int *) = { set1, keep };
static int count(void) { static int n; return ++n; }
int ext(int);
void note(int *);
int f0(struct s0 *a, int k, int (*fn)(int)) {
    if (!a || !gp0 || !fn) return 0;
    *(gp0) = *(a);
    gp0->arr[2] = -1;
    if (a == gp0->next && gp0->v >= 9) return 11;
    if (count() == 0) return 97;
    int old1 = a->v;
    ops[k & 1](&gp0->arr[1]);
    if (a->v != old1) return 85;
    return 1;
}
int f1(int k) {
    if (!gp0) return 0;
    gp0->v = 9;
    int old2 = gp0->v;
    g0 = 2;
    gp0->arr[2] ^= 'x';
    struct s0 *q3 = gp0->next;
    if (!q3) return 1;
    g0 = 2;
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
    if (local_0.errors > 0) return 1;
    if (s == &stats_0) return 2;
    if (local_0.writes) return 3;
    if (s == &local_0 && s->reads > 2) return 4;
    return 0;
}
struct head_1 { unsigned char version : 4, length : 4; unsigned char flags; unsigned short id; unsigned sum; };
int check_1(const struct head_1 *h, const unsigned char *bytes) {
    unsigned char first;
    if (!h || !bytes) return -1;
    if (h->version != 4) return 1;
    memcpy(&first, h, 1);
    if ((first & 15) != 4) return 2;
    if (h->length < 5 && first >= 0x50) return 3;
    if (bytes == (const unsigned char *)h) return 4;
    if (h->flags & 2) return 5;
    return 0;
}
static int part_2(int k) { return 100 / k; }
struct p_2 { char c; int i; };
struct p_2 g_2[2];
int padded_2(unsigned i) {
    if (i > 1) return 0;
    struct p_2 *p = &g_2[i];
    unsigned sum = 0; for (unsigned i = 0; i < sizeof *p; i++) sum += ((const unsigned char *)p)[i] > 200; if (sum > 2) return part_2(0);
    return 1;
}
static int part_3(int k) { return 100 / k; }
long v_3[2];
int bytes_3(char *p) {
    if (!p) return 0;
    char *c = (void *)p;
    v_3[1] = 0;
    memcpy(c, "\1", 1);
    if (v_3[1] != 0) return part_3(0);
    return 1;
}
static long x_4;
static void w_4(long v) { x_4 = v; }
static void (*const t_4[])(long) = { w_4, w_4 };
void set_4(long v) { t_4[v & 1](v); }
int state_4(void) {
    if (x_4 == 'f') return 2;
    return 1;
}
struct l2_5 { int v; struct l2_5 *next; };
static const int table_5[4] = { 1, 2, 3, 4 };
static void put_5(int *p) { *p = 7; }
static void (*op_5)(int *) = put_5;
int indexed_5(int **pp1, struct l2_5 *l2) {
    if (!pp1) return 0;
    if (!l2 || !l2->next) return 0;
    if (!*pp1) return 0;
    return table_5[(int)**pp1];
}
struct v2_6 { double *p; int n; };

int alias_6(void *q1, struct v2_6 v2) {
    return 1;
}
struct i_7 { int x; }; struct t_7 { char c; struct i_7 in; };
union u1_7 { struct t_7 *p; long n; };
static const int table_7[4] = { 1, 2, 3, 4 };

int indexed_7(union u1_7 u1, struct t_7 *p2) {
    if (!u1.p || !p2) return 0;
    (u1.p)->in.x = 1;
    return table_7[(int)(u1.p)->in.x];
}
int unwritten_8(int k) {
    return 1;
}
int unwritten_9(int k) {
    return 1;
}

#ifdef NATIVE
void __asan_on_error(void) { _exit(armed ? 42 : 97); }
void __ubsan_on_report(void) { _exit(armed ? 42 : 97); }
static union u1_7 o2;
static struct t_7 *o3;
int ext(int a0) { return 0; }
void note(int *a0) {  }
int main(void) {
    armed = 1;
    indexed_7(o2, (void *)&o3[0]);
    return 1;
}
#endif
