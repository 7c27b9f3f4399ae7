// A path of a megabyte.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *name = malloc(1 << 20);
    if (!name) return 0;
    memset(name, 'a', (1 << 20) - 1);
    name[(1 << 20) - 1] = 0;
    return fopen(name, "r") != NULL;
}
