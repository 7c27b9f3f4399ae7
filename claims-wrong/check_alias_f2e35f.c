/* function: freed_8
 * kind: proved-checks
 * claim: check, line 16: bad memory access
 * class: check: alias
 * native: -fsanitize=address,undefined -ftrivial-auto-var-init=zero
 * why it is wrong: Two input pointers to one object.
 */
#ifdef NATIVE
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>
static int armed;
#endif
struct t_8 { int v; struct t_8 *next; };
static struct t_8 *id1_8(struct t_8 *p) { return p; }
int freed_8(struct t_8 *p1, struct t_8 *p2) {
    struct t_8 *c1 = id1_8(p1); struct t_8 *l2[2] = { p2, 0 };
    if (!l2[0]) return 0;
    return l2[0]->v;
}

#ifdef NATIVE
void __asan_on_error(void) { _exit(armed ? 42 : 97); }
void __ubsan_on_report(void) { _exit(armed ? 42 : 97); }
static struct t_8 *o15;
int main(void) {
    armed = 1;
    freed_8((void *)o15, (void *)&o15[0]);
    return 1;
}
#endif
