/* function: f
 * kind: infeasible
 * claim: branch, line 14: b[1] is true
 * class: padding
 * native: -fsanitize=address,undefined
 * why it is wrong: Bytes that no member has are not zero.
 */
#include <string.h>
struct p { char c; void *p; };
struct p g;
int f(void) {
    unsigned char b[sizeof g];
    memcpy(b, &g, sizeof b);
    if (b[1]) return 42;
    return 1;
}

#ifdef NATIVE
int main(void) { memset(&g, 3, sizeof g); g.c = 0; g.p = 0; return f(); }
#endif
