// sscanf %ld stores a long into an int.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *n = malloc(sizeof *n);
    if (!n) return 1;
    void *to = n;
    int got = sscanf("17", "%ld", (long *)to); //~ FAULT out-of-bounds
    printf("%d %d\n", got, *n);
    free(n);
    return 0;
}
