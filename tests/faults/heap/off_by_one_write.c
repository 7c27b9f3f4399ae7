// A loop with <= writes one element past a heap array.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n = 10;
    int *a = malloc(n * sizeof *a);
    if (!a) return 1;
    for (int i = 0; i <= n; i++)
        a[i] = i * i; //~ FAULT out-of-bounds
    printf("%d\n", a[n - 1]);
    free(a);
    return 0;
}
