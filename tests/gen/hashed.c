// runs: 200
// options: --callees all
// expect inverted: branch 5/6 unknown 1
/* Goals too hard for the solver degrade by themselves, not the others. */

static unsigned long long mix(unsigned long long v)
{
    for (int i = 0; i < 24; i++) {
        v = v * (2 * v + 1); /* a permutation, as in RC6 */
        v = v << 23 | v >> 41;
        v ^= v >> 31;
        v *= 0x9e3779b97f4a7c15ull;
    }
    return v;
}

int inverted(unsigned long long v, int x)
{
    if (x == 4711)
        return 3;
    if (mix(v) == 0x0123456789abcdefull) /* hard: true */
        return 1; /* hard: code */
    if (x > 5000 - 3)
        return 2;
    return 0;
}
