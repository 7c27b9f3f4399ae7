// A local array written one element too far.
#include <stdio.h>

int main(void) {
    int squares[8];
    int n = 8;
    for (int i = 0; i <= n; i++)
        squares[i] = i * i; //~ FAULT out-of-bounds
    printf("%d\n", squares[7]);
    return 0;
}
