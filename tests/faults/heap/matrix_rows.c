// The row and column numbers are swapped in a flat matrix.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int rows = 3, cols = 5;
    double *m = malloc((size_t)(rows * cols) * sizeof *m);
    if (!m) return 1;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            m[c * cols + r] = r + c / 10.0; //~ FAULT out-of-bounds
    printf("%.1f\n", m[7]);
    free(m);
    return 0;
}
