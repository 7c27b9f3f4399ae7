// sanitizers: blind
// A block from alloca is returned.
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>

static int *numbers(int n) {
    int *v = alloca(n * sizeof *v);
    for (int i = 0; i < n; i++)
        v[i] = i * 2;
    return v;
}

int main(void) {
    int *v = numbers(6);
    printf("%d\n", v[5]); //~ FAULT use-after-return
    return 0;
}
