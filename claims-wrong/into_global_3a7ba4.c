/* function: compared_2
 * kind: infeasible
 * claim: branch, line 10: p == &v_2[k & 1].b is true
 * class: into-global
 * native: -fsanitize=address,undefined -ftrivial-auto-var-init=zero
 * why it is wrong: An input pointer to a global of the unit, or into it.
 */
struct c_2 { int a, b; } v_2[2];
int compared_2(int *p, unsigned k) {
    if (p == &v_2[k & 1].b) return 42;
    return k > 3;
}

#ifdef NATIVE
int main(void) {
    return compared_2((void *)&v_2[0].b, 4) == 42 ? 42 : 1;
}
#endif
