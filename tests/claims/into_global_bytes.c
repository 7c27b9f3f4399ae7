/* function: bytes_9
 * kind: infeasible
 * claim: branch, line 14: v_9[1] != 0 is true
 * class: into-global
 * native: -fsanitize=address,undefined
 * why it is wrong: An input pointer to a global of the unit, or into it.
 */
#include <string.h>
char v_9[8];
int bytes_9(signed char *p) {
    unsigned char *c = (void *)p;
    v_9[1] = 0;
    memcpy(c, "\1", 1);
    if (v_9[1] != 0) return 42;
    return 1;
}

#ifdef NATIVE
int main(void) {
    return bytes_9((void *)&v_9[1]) == 42 ? 42 : 1;
}
#endif
