// Twin of array_index.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

static int *table;

static void init(int n) {
    if (n > 0) table = calloc((size_t)n, sizeof *table);
}

int main(void) {
    init(8);
    int sum = 0;
    for (int i = 3; i < 6; i++)
        sum += table[i];
    printf("%d\n", sum);
    free(table);
    return 0;
}
