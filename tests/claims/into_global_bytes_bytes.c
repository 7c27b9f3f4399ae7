/* function: bytes_9
 * kind: infeasible
 * claim: branch, line 13: v_9[0] != 0 is true
 * class: into-global+bytes
 * native: -fsanitize=address,undefined
 * why it is wrong: An input pointer to a global of the unit, or into it; a character pointer to an object of another type.
 */
long v_9[2];
int bytes_9(char *p) {
    char *c = (void *)p;
    v_9[0] = 0;
    *c = 1;
    if (v_9[0] != 0) return 42;
    return 1;
}

#ifdef NATIVE
int main(void) {
    return bytes_9((void *)(char *)&v_9[0]) == 42 ? 42 : 1;
}
#endif
