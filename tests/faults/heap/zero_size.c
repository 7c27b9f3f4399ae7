// sanitizers: blind
// malloc(0) gives a pointer that must not be used.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    (void)argv;
    size_t n = (size_t)(argc - 1);
    char *p = malloc(n);
    if (!p) return 1;
    p[0] = 'x'; //~ FAULT out-of-bounds
    printf("%c\n", p[0]);
    free(p);
    return 0;
}
