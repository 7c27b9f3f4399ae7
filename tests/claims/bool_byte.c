/* function: flags_1
 * kind: infeasible
 * claim: branch, line 14: b[0] > 1 is true
 * class: padding
 * native: -fsanitize=address,undefined -ftrivial-auto-var-init=zero
 * why it is wrong: Bytes that no member has are not zero.
 */
#include <string.h>
#include <stdbool.h>
struct flags_1 { bool on; bool off; unsigned char raw; };
int flags_1(struct flags_1 *f) {
    unsigned char b[3];
    memcpy(b, f, 3);
    if (b[0] > 1) return 42;
    return 5;
}

#ifdef NATIVE
#include <stdlib.h>
static struct flags_1 *o5;
int main(void) {
    o5 = calloc(2, sizeof *o5);
    memset(&o5[0].on, 2, 1);
    return flags_1((void *)o5) == 42 ? 42 : 1;
}
#endif
