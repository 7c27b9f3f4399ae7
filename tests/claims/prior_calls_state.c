/* function: state_7
 * kind: infeasible
 * claim: branch, line 66: *h_7() == 1 is true
 * class: prior-calls
 * native: -fsanitize=address,undefined
 * why it is wrong: Functions of the unit were called before.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <fcntl.h>
struct s0 {
    struct s0 *next;
    int v;
    char name[8];
};
struct s1 {
    struct s1 *next;
    char name[8];
    int v;
    int arr[3];
    int (*op)(int);
    struct s0 *other;
};
struct s2 {
    unsigned b : 5;
    int v;
    struct s1 *other;
    unsigned a : 3;
    char c;
};
int g0;
short g1 = 1;
int numbers[6];
int *gip;
static int count(void) { static int n; return ++n; }
int ext(int);
struct s0 *find(int);
int f0(int *a, void *bv, int k) {
    struct s2 *b = bv;
    if (!b || !a) return 0;
    int old1 = *a;
    ext(k);
    if (g1 > 'x' || numbers[2] >= 100) return 49;
    unsigned old2 = b->a;
    *a ^= 1;
    ext(k);
    ext(k);
    switch (k) {
    case 3: ext(k); break;
    }
}
int f1(char *a, int k) {
}
int shown_0(char *to, const char *s, int v) {
}
int check_1(const struct head_1 *h, const unsigned char *bytes) {
}
int answered_2(void) {
}

static unsigned *h_7(void) { static unsigned v; return &v; }
void set_7(unsigned v) { *h_7() = v; }
int state_7(int k) {
    if (*h_7() == 1) return 42;
}
int alias_8(double *p1, double *p2) {
}
int compared_9(int *p, unsigned k) {
}

#ifdef NATIVE
int ext(int a0) { return 0; }
struct s0 *find(int a0) { return 0; }
int main(void) {
    set_7(1);
    return state_7(0) == 42 ? 42 : 1;
}
#endif
