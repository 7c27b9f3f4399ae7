// Twin of bsearch_neighbour.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

static int in_range(const void *key, const void *elem) {
    int k = *(const int *)key;
    const int *e = elem;
    if (k < e[0]) return -1;
    if (k >= e[0] + 10) return 1;
    return 0;
}

int main(void) {
    int *starts = malloc(4 * sizeof *starts);
    if (!starts) return 1;
    for (int i = 0; i < 4; i++)
        starts[i] = i * 10;
    int key = 35;
    int *hit = bsearch(&key, starts, 4, sizeof *starts, in_range);
    printf("%d\n", hit ? *hit : -1);
    free(starts);
    return 0;
}
