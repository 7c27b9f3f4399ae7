// A pointer into a compound literal goes too far.
#include <stdio.h>

static int count(const int *list) {
    int n = 0;
    while (list[n] != 0) //~ FAULT out-of-bounds
        n++;
    return n;
}

int main(void) {
    printf("%d\n", count((int[]){4, 5, 6}));
    return 0;
}
