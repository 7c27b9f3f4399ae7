// Variable length arrays: one and two dimensions, sizeof, parameters, in loops, pointers to them, typedefs.
#include <stdio.h>

static int sum(int r, int c, int m[r][c]) {
    int s = 0;
    for (int i = 0; i < r; i++) for (int j = 0; j < c; j++) s += m[i][j] * (i + 1);
    return s;
}
static void fill(int n, int (*m)[n], int rows) { for (int i = 0; i < rows; i++) for (int j = 0; j < n; j++) m[i][j] = i * n + j; }
static size_t bytes(int a, int b) { double v[a][b + 1]; return sizeof v + sizeof v[0] + sizeof(int[a]); }
static int cube(int n) {
    short v[n][n][n];
    int s = 0;
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) for (int k = 0; k < n; k++) v[i][j][k] = (short)(i * j + k);
    for (int i = 0; i < n; i++) s += v[i][n - 1][i] + v[n - 1 - i][i][0];
    return s;
}
static int pascal(int n) {
    if (n == 0) return 1;
    int row[n + 1];
    row[0] = 1;
    for (int i = 1; i <= n; i++) { row[i] = 1; for (int j = i - 1; j > 0; j--) row[j] += row[j - 1]; }
    return row[n / 2] + pascal(n - 1);
}

int main(void) {
    for (int n = 1; n < 6; n++) {
        int m[n][n + 2];
        fill(n + 2, m, n);
        printf("%d %zu ", sum(n, n + 2, m), sizeof m);
    }
    printf("\n%zu %zu\n", bytes(3, 4), bytes(1, 0));
    printf("%d %d\n", cube(3), cube(5));
    printf("%d\n", pascal(12));
    int k = 4;
    typedef int row_t[k];
    k = 9;
    row_t a, b;
    for (unsigned i = 0; i < sizeof a / sizeof a[0]; i++) { a[i] = (int)i; b[i] = a[i] * 2; }
    printf("%zu %d %d\n", sizeof(row_t), a[3], b[3]);
    int (*p)[k] = &(int[9]){[8] = 5};
    (void)p;
    int n = 3;
    printf("%zu %d\n", sizeof(int[n++]), n);
    char last = 0;
    for (int i = 1; i < 200; i++) { char tmp[i * 10]; tmp[i * 10 - 1] = (char)i; last = tmp[i * 10 - 1]; }
    printf("%d\n", last);
    goto_test:
    { int z[n]; z[n - 1] = n; if (z[n - 1]++ < 8) { n++; goto goto_test; } printf("%d\n", z[n - 1]); }
    return 0;
}
