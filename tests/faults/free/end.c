// free of the pointer one past the end.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *v = malloc(4 * sizeof *v), *p = v;
    if (!v) return 1;
    for (int i = 0; i < 4; i++)
        *p++ = i;
    printf("%d\n", p[-1]);
    free(p); //~ FAULT invalid-free
    return 0;
}
