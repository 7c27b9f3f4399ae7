/* function: f
 * kind: infeasible
 * claim: branch, line 14: v >> 20 is true
 * class: padding
 * native: -fsanitize=address,undefined
 * why it is wrong: Bits that no member has are not zero; the object is an input that the caller wrote.
 */
#include <string.h>
struct tail { unsigned a : 7, b : 3; int : 0; char c; };
int f(struct tail *t) {
    unsigned v;
    if (!t) return 0;
    memcpy(&v, t, sizeof v);
    if (v >> 20) return 42;
    return 1;
}

#ifdef NATIVE
int main(void) { struct tail t; memset(&t, 255, sizeof t); return f(&t); }
#endif
