/* function: padded_7
 * kind: infeasible
 * claim: branch, line 21: sum > 4 is true
 * class: padding
 * native: -fsanitize=address,undefined -ftrivial-auto-var-init=zero
 * why it is wrong: Bytes that no member has are not zero.
 */
#ifdef NATIVE
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>
static int armed;
#define GOAL(...) ((__VA_ARGS__) ? (armed ? _exit(42) : (void)0), 1 : 0)
#endif
struct p_7 { _Bool b; int i; };
int padded_7(struct p_7 v) {
    struct p_7 *p = &v;
#ifdef NATIVE
    unsigned sum = 0; for (unsigned i = 0; i < sizeof *p; i++) sum += ((const unsigned char *)p)[i] > 200; if (GOAL(sum > 4)) return 2;
#else
    unsigned sum = 0; for (unsigned i = 0; i < sizeof *p; i++) sum += ((const unsigned char *)p)[i] > 200; if (sum > 4) return 2;
#endif
    return 1;
}

#ifdef NATIVE
static struct p_7 o11;
int main(void) {
    memset((char *)&o11 + 0, 232, 8);
    armed = 1;
    padded_7(o11);
    return 1;
}
#endif
