/* function: tail_0
 * kind: infeasible
 * claim: branch, line 13: v >> 20 is true
 * class: padding
 * native: -fsanitize=address,undefined
 * why it is wrong: Bytes that no member has are not zero.
 */
#include <string.h>
struct tail_0 { unsigned a : 6, b : 4; int : 0; char c; };
int tail_0(struct tail_0 *t) {
    unsigned v;
    memcpy(&v, t, sizeof v);
    if (v >> 20) return 42;
    return 1;
}

#ifdef NATIVE
#include <stdlib.h>
static struct tail_0 *o53;
int main(void) {
    o53 = calloc(2, sizeof *o53);
    memset((char *)o53 + 0, 42, 12);
    return tail_0((void *)o53) == 42 ? 42 : 1;
}
#endif
