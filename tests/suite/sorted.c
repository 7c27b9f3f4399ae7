/* Comparisons that tests replace: sanitizers ask for more of them than the C library does. */
#define _GNU_SOURCE
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}

static int compare_by(const void *a, const void *b, void *sign)
{
    return compare(a, b) * *(int *)sign;
}

/* Larger than what is moved while it is sorted. */
struct large {
    int key, rest[9];
};

static int compare_large(const void *a, const void *b)
{
    return compare(&((const struct large *)a)->key, &((const struct large *)b)->key);
}

int is_sorted(int *v, size_t n)
{
    qsort(v, n, sizeof *v, compare);
    for (size_t i = 1; i < n; i++)
        if (v[i - 1] > v[i])
            return -1;
    return 1;
}

int first_of_three(int *v, int sign)
{
    qsort_r(v, 3, sizeof *v, compare_by, &sign);
    return v[0] > v[1];
}

int key_of_three(struct large *v)
{
    qsort(v, 3, sizeof *v, compare_large);
    return v[0].key > v[2].key;
}
