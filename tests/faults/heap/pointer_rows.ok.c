// Twin of pointer_rows.c: the correct form.
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
    last--;
    printf("%d\n", t[last][0]);
    for (int r = 0; r < ROWS; r++)
        free(t[r]);
    free(t);
    return 0;
}
