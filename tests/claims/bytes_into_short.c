/* function: bytes_6
 * kind: infeasible
 * claim: branch, line 13: v_6 != 0 is true
 * class: into-global+bytes+prior-calls+stream-error+library-state
 * native: -fsanitize=address,undefined
 * why it is wrong: An input pointer to a global of the unit, or into it; a character pointer to an object of another type; functions of the unit were called before; a stream that fails; the library was used before: strtok, setlocale, srand.
 */
unsigned short v_6;
int bytes_6(signed char *p) {
    unsigned char *c = (void *)p;
    v_6 = 0;
    c[0] = 1;
    if (v_6 != 0) return 42;
    return 1;
}

#ifdef NATIVE
int main(void) {
    return bytes_6((void *)(char *)&v_6) == 42 ? 42 : 1;
}
#endif
