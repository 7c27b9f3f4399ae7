// A value is read from a block after free.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p) return 1;
    *p = 42;
    free(p);
    printf("%d\n", *p); //~ FAULT use-after-free
    return 0;
}
