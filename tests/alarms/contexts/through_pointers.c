/* Functions that are called through pointers: where an address goes no further than variables of the program, all calls are known, and
 * what these exclude is proved. Where it goes to the library, anybody may call. */
#include <stdio.h>
#include <stdlib.h>

static int row[4];

typedef int (*reader)(int *);

static int by_local(int *p)
{
    return *p; //~ by_local null-dereference false proved
}

static int by_global(int *p)
{
    return *p; //~ by_global null-dereference false proved
}

static int by_argument(int *p)
{
    return *p; //~ by_argument null-dereference false proved; give null-dereference false proved
}

static int by_argument_wrong(int *p)
{
    return *p; //~ by_argument_wrong null-dereference confirmed native; give null-dereference confirmed native; all null-dereference confirmed native; main null-dereference confirmed native
}

static reader chosen;

static int give(reader r, int *p)
{
    return r(p); //~ give bad-function-pointer false proved
}

static int all(int n)
{
    reader local = by_local;
    int sum = local(&row[1]);
    chosen = by_global;
    sum += chosen(&row[2]);
    sum += give(by_argument, row);
    return sum + give(by_argument_wrong, n == 3 ? NULL : row);
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b; //~ compare null-dereference open unit; compare out-of-bounds open unit
}

int main(int argc, char **argv)
{
    (void)argv;
    qsort(row, 4, sizeof row[0], compare);
    /* As many rounds as there is input: `main` itself is never explored to its end. */
    while (getchar() != EOF)
        row[0] += all(argc);
    return 0;
}
