// expect best: fault out-of-bounds, stop complete
// runs: 2000
/* The array that the library sorts may be shorter than it is told: seen before the first comparison. */

#include <stdlib.h>

struct record {
    unsigned id;
    char name[8];
    short score;
};

static int by_score(const void *a, const void *b)
{
    const struct record *x = a, *y = b;
    return x->score - y->score;
}

int best(struct record *r, size_t n)
{
    if (n == 0 || n > 4)
        return -1;
    qsort(r, n, sizeof *r, by_score);
    if (r[n - 1].score > 100)
        return 1;
    struct record key = { .score = 7 };
    struct record *hit = bsearch(&key, r, n, sizeof *r, by_score);
    return hit ? hit->id == 99 : 0;
}
