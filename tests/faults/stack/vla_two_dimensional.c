// A two-dimensional VLA indexed past its last row.
#include <stdio.h>

static long trace(int rows, int cols) {
    long m[rows][cols];
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            m[r][c] = r * 10 + c;
    long t = 0;
    for (int i = 0; i < cols; i++)
        t += m[i][i]; //~ FAULT out-of-bounds
    return t;
}

int main(void) {
    printf("%ld\n", trace(3, 4));
    return 0;
}
