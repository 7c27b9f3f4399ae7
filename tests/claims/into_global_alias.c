/* function: alias_5
 * kind: infeasible
 * claim: branch, line 12: &t1_5[i1] == v2.p is true
 * class: into-global
 * native: -fsanitize=address,undefined
 * why it is wrong: An input pointer to a global of the unit, or into it.
 */
long t1_5[3];
struct v2_5 { long *p; int n; };
int alias_5(unsigned i1, struct v2_5 v2) {
    if (i1 > 2) return 0;
    if (&t1_5[i1] == v2.p) return 42;
    return 1;
}

#ifdef NATIVE
static struct v2_5 o14;
int main(void) {
    o14.p = (void *)&t1_5[2];
    return alias_5(2, o14) == 42 ? 42 : 1;
}
#endif
