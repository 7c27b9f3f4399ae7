/* function: answered_4
 * kind: infeasible
 * claim: branch, line 11: v == 1 is true
 * class: library-state
 * native: -fsanitize=address,undefined -ftrivial-auto-var-init=zero
 * why it is wrong: The library was used before: strtok, setlocale, srand.
 */
#include <stdlib.h>
int answered_4(void) {
    int v = MB_CUR_MAX > 1;
    if (v == 1) return 42;
    return 1;
}

#ifdef NATIVE
#include <locale.h>
int main(void) {
    setlocale(LC_ALL, "C.UTF-8");
    return answered_4() == 42 ? 42 : 1;
}
#endif
