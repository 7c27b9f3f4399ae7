// Twin of two_dimensional.c: the correct form.
#include <stdio.h>

int main(void) {
    char board[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            board[i][j] = '.';
    int moves[4][2] = {{0, 0}, {1, 1}, {2, 2}, {3, 0}};
    int n = 3;
    for (int k = 0; k < n; k++)
        board[moves[k][0]][moves[k][1]] = 'x';
    for (int i = 0; i < 3; i++)
        printf("%.3s\n", board[i]);
    return 0;
}
