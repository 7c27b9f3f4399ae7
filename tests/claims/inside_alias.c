/* function: alias_8
 * kind: infeasible
 * claim: branch, line 14: (&m1->v)->v == 2 is true
 * class: inside
 * native: -fsanitize=address,undefined
 * why it is wrong: A pointer to a member or element of another input object.
 */
struct t_8 { int v; int w; };
struct m1_8 { long n; struct t_8 v; };
struct v2_8 { struct t_8 *p; int n; };
int alias_8(struct m1_8 *m1, struct v2_8 v2) {
    (&m1->v)->v = 1;
    (v2.p)->v = 2;
    if ((&m1->v)->v == 2) return 42;
    return 1;
}

#ifdef NATIVE
#include <stdlib.h>
static struct m1_8 *o12;
static struct v2_8 o13;
int main(void) {
    o12 = calloc(1, sizeof *o12);
    o13.p = (void *)&o12[0].v;
    return alias_8((void *)o12, o13) == 42 ? 42 : 1;
}
#endif
