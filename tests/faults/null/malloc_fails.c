// malloc of an impossible size gives NULL and nobody looks.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    size_t n = SIZE_MAX / 2;
    char *p = malloc(n);
    p[0] = 'a'; //~ FAULT null-dereference
    printf("%c\n", p[0]);
    free(p);
    return 0;
}
