// runs: 300
/* Results through pointers to local variables, from functions that nobody can invert: without them, they are inputs. */

struct head {
    unsigned long long kind;
    int count;
};

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

static int fetch(unsigned long long from, struct head *to, int *rest)
{
    to->kind = mix(from);
    to->count = (int)(mix(from + 1) & 3);
    *rest = (int)mix(to->kind);
    return to->count > 2;
}

int parse(unsigned long long from)
{
    struct head h = {0, 0};
    int rest = 0;
    if (fetch(from, &h, &rest))
        return -1;
    if (h.kind == 0x0123456789abcdefull)
        return 1;
    if (rest == 4711)
        return 2;
    return h.count;
}
