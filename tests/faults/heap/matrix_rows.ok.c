// Twin of matrix_rows.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int rows = 3, cols = 5;
    double *m = malloc((size_t)(rows * cols) * sizeof *m);
    if (!m) return 1;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < cols; c++)
            m[r * cols + c] = r + c / 10.0;
    printf("%.1f\n", m[7]);
    free(m);
    return 0;
}
