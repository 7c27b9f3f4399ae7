/* Memory that is gone, freed twice, or never was on the heap. */
#include <stdlib.h>

int after(int n)
{
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = n;
    if (n > 3)
        free(p);
    n = *p; //~ ALARM use-after-free
    if (n <= 3)
        free(p);
    return n;
}

int twice(int n)
{
    int *p = malloc(sizeof *p);
    if (n == 7)
        free(p);
    free(p); //~ ALARM double-free
    return n;
}

int once(int n)
{
    int *p = malloc(sizeof *p);
    if (n == 7) {
        free(p);
        p = NULL;
    }
    free(p);
    return n;
}

int of_the_stack(int n)
{
    int here = n, *p = malloc(sizeof *p);
    int *q = p;
    if (n == 9)
        q = &here;
    free(q); //~ ALARM invalid-free
    return here;
}
