// Twin of memset_size.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t n = 12;
    short *v = malloc(n * sizeof *v);
    if (!v) return 1;
    memset(v, 0xff, n * sizeof *v);
    printf("%d\n", v[11]);
    free(v);
    return 0;
}
