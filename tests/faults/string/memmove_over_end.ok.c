// Twin of memmove_over_end.c: the correct form.
#include <stdio.h>
#include <string.h>

int main(void) {
    int v[5] = {2, 3, 4, 5, 6};
    int n = 5;
    n--;
    memmove(v + 1, v, n * sizeof v[0]);
    v[0] = 1;
    printf("%d %d\n", v[0], v[4]);
    return 0;
}
