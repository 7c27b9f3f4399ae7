/* function: compared_2
 * kind: infeasible
 * claim: branch, line 20: get_2() != p is false
 * class: prior-calls+returned
 * native: -fsanitize=address,undefined
 * why it is wrong: Functions of the unit were called before; a pointer that an earlier call returned is used, or written behind.
 */
#ifdef NATIVE
#define _GNU_SOURCE
#include <unistd.h>
static int armed;
#define GOAL(...) ((__VA_ARGS__) ? 1 : ((armed ? _exit(42) : (void)0), 0))
#endif
static int w_2;
int *get_2(void) { return &w_2; }
int compared_2(int *p, unsigned k) {
#ifdef NATIVE
    if (GOAL(get_2() != p)) return 1;
#else
    if (get_2() != p) return 1;
#endif
    return k > 3;
}

#ifdef NATIVE
static int *o1;
int main(void) {
    o1 = (void *)get_2();
    armed = 1;
    compared_2((void *)&o1[0], 4294967295);
    return 1;
}
#endif
