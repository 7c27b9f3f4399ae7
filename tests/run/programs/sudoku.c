// A sudoku solver with bit sets and backtracking, plus N-queens and a knight's tour.
#include <stdio.h>

static int row[9], col[9], box[9], grid[9][9], nodes;
static int solve(int pos) {
    nodes++;
    while (pos < 81 && grid[pos / 9][pos % 9]) pos++;
    if (pos == 81) return 1;
    int r = pos / 9, c = pos % 9, q = r / 3 * 3 + c / 3;
    for (int d = 1; d <= 9; d++) {
        int m = 1 << d;
        if ((row[r] | col[c] | box[q]) & m) continue;
        row[r] |= m; col[c] |= m; box[q] |= m; grid[r][c] = d;
        if (solve(pos + 1)) return 1;
        row[r] ^= m; col[c] ^= m; box[q] ^= m; grid[r][c] = 0;
    }
    return 0;
}
static int queens(int n, unsigned cols, unsigned d1, unsigned d2) {
    unsigned all = (1u << n) - 1, free_ = all & ~(cols | d1 | d2);
    if (cols == all) return 1;
    int c = 0;
    while (free_) { unsigned bit = free_ & -free_; free_ ^= bit; c += queens(n, cols | bit, (d1 | bit) << 1, (d2 | bit) >> 1); }
    return c;
}
static int board[6][6];
static int degree(int x, int y);
static const int dx[] = {1, 2, 2, 1, -1, -2, -2, -1}, dy[] = {-2, -1, 1, 2, 2, 1, -1, -2};
static int open_(int x, int y) { return x >= 0 && y >= 0 && x < 6 && y < 6 && !board[y][x]; }
static int degree(int x, int y) { int n = 0; for (int k = 0; k < 8; k++) n += open_(x + dx[k], y + dy[k]); return n; }
static int tour(int x, int y, int step) {
    board[y][x] = step;
    if (step == 36) return 1;
    for (int want = 0; want <= 8; want++)
        for (int k = 0; k < 8; k++)
            if (open_(x + dx[k], y + dy[k]) && degree(x + dx[k], y + dy[k]) == want && tour(x + dx[k], y + dy[k], step + 1)) return 1;
    board[y][x] = 0;
    return 0;
}

int main(void) {
    const char *puzzle = "530070000600195000098000060800060003400803001700020006060000280000419005000080079";
    for (int i = 0; i < 81; i++) { int d = puzzle[i] - '0'; grid[i / 9][i % 9] = d; if (d) { row[i / 9] |= 1 << d; col[i % 9] |= 1 << d; box[i / 27 * 3 + i % 9 / 3] |= 1 << d; } }
    printf("%d %d\n", solve(0), nodes);
    for (int i = 0; i < 9; i++) { for (int j = 0; j < 9; j++) printf("%d", grid[i][j]); putchar('\n'); }
    for (int n = 1; n <= 8; n++) printf("%d ", queens(n, 0, 0, 0));
    putchar('\n');
    printf("%d\n", tour(0, 0, 1));
    for (int i = 0; i < 6; i++) { for (int j = 0; j < 6; j++) printf("%3d", board[i][j]); putchar('\n'); }
    return 0;
}
