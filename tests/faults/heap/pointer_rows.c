// A table of row pointers with one row too few.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    enum { ROWS = 4, COLS = 3 };
    int **t = malloc(ROWS * sizeof *t);
    if (!t) return 1;
    for (int r = 0; r < ROWS; r++) {
        t[r] = malloc(COLS * sizeof **t);
        if (!t[r]) return 1;
        for (int c = 0; c < COLS; c++)
            t[r][c] = r * COLS + c;
    }
    int last = ROWS;
    printf("%d\n", t[last][0]); //~ FAULT out-of-bounds
    for (int r = 0; r < ROWS; r++)
        free(t[r]);
    free(t);
    return 0;
}
