/* function: compared_9
 * kind: infeasible
 * claim: branch, line 19: names_9[k & 1] != p is false
 * class: literal
 * native: -fsanitize=address,undefined
 * why it is wrong: A pointer to a string literal of the unit.
 */
#ifdef NATIVE
#define _GNU_SOURCE
#include <unistd.h>
static int armed;
#define GOAL(...) ((__VA_ARGS__) ? 1 : ((armed ? _exit(42) : (void)0), 0))
#endif
static const char *const names_9[] = { "a", "b" };
int compared_9(char *p, unsigned k) {
#ifdef NATIVE
    if (GOAL(names_9[k & 1] != p)) return 1;
#else
    if (names_9[k & 1] != p) return 1;
#endif
    return k > 3;
}

#ifdef NATIVE
int main(void) {
    armed = 1;
    compared_9((void *)"a", 0);
    return 1;
}
#endif
