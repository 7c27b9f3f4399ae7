// Twin of sscanf_wide_store.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *n = malloc(sizeof *n);
    if (!n) return 1;
    void *to = n;
    int got = sscanf("17", "%d", (int *)to);
    printf("%d %d\n", got, *n);
    free(n);
    return 0;
}
