/* function: compared_4
 * kind: infeasible
 * claim: branch, line 11: q == stdout is true
 * class: standard-stream
 * native: -fsanitize=address,undefined
 * why it is wrong: A stream that is stdin, stdout or stderr.
 */
#include <stdio.h>
int compared_4(FILE *p, unsigned k) {
    FILE *q = p;
    if (q == stdout) return 42;
    return k > 3;
}

#ifdef NATIVE
int main(void) {
    return compared_4((void *)stdout, 101) == 42 ? 42 : 1;
}
#endif
