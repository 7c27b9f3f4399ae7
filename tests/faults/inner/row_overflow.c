// An index past a row lands in the next row of the same array.
#include <stdio.h>

int main(void) {
    int m[3][4] = {{0}};
    int cols = 4;
    for (int c = 0; c <= cols; c++)
        m[1][c] = c + 1; //~ FAULT out-of-bounds
    printf("%d %d\n", m[1][3], m[2][0]);
    return 0;
}
