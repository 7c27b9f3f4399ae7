/* function: f
 * kind: infeasible
 * claim: branch, line 14: b[12] is true
 * class: padding
 * native: -fsanitize=address,undefined
 * why it is wrong: Bytes of a long double that hold no value are not zero.
 */
#include <string.h>
struct p { long double l; };
int f(const struct p *p) {
    unsigned char b[sizeof *p];
    if (!p) return 0;
    memcpy(b, p, sizeof b);
    if (b[12]) return 42;
    return 1;
}

#ifdef NATIVE
int main(void) { static struct p x; memset(&x, 3, sizeof x); x.l = 0; return f(&x); }
#endif
