// A variable length array with an index equal to its length.
#include <stdio.h>

static int last_of(int n) {
    int v[n];
    for (int i = 0; i < n; i++)
        v[i] = i + 1;
    return v[n]; //~ FAULT out-of-bounds
}

int main(void) {
    printf("%d\n", last_of(6));
    return 0;
}
