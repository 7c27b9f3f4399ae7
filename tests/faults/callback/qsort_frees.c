// The comparison function frees the array that is being sorted.
#include <stdio.h>
#include <stdlib.h>

static int *table;

static int cmp(const void *a, const void *b) {
    free(table);
    table = NULL;
    return *(const int *)a - *(const int *)b; //~ FAULT use-after-free
}

int main(void) {
    table = malloc(2 * sizeof *table);
    if (!table) return 1;
    table[0] = 2;
    table[1] = 1;
    qsort(table, 2, sizeof *table, cmp);
    printf("%d\n", table[0]);
    free(table);
    return 0;
}
