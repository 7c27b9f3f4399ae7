/* What is to be sorted must be there, also if it is one element. */
#include <stdlib.h>

static int order(const void *a, const void *b)
{
    (void)a;
    (void)b;
    return 0;
}

void none(int *end)
{
    qsort(end, 0, sizeof *end, order);
}

int one(void)
{
    int a[1] = {1};
    qsort(a, 1, sizeof *a, order);
    return a[0];
}

int one_that_is_not_there(void)
{
    int *a = malloc(1);
    if (!a)
        return 0;
    qsort(a, 1, sizeof *a, order); //~ ALARM out-of-bounds
    free(a);
    return 1;
}
