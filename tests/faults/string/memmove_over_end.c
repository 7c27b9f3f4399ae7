// memmove shifts an array up without room for it.
#include <stdio.h>
#include <string.h>

int main(void) {
    int v[5] = {2, 3, 4, 5, 6};
    int n = 5;
    memmove(v + 1, v, n * sizeof v[0]); //~ FAULT out-of-bounds
    v[0] = 1;
    printf("%d %d\n", v[0], v[4]);
    return 0;
}
