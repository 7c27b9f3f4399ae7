// Integer matrix multiplication with two-dimensional arrays.
#include <stdio.h>

enum { N = 160 };
static int a[N][N], b[N][N], c[N][N];

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (i * 31 + j * j * 17) % 101 - 50;
            b[i][j] = (i * i * 13 + j * 29) % 103 - 50;
        }
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                int s = 0;
                for (int k = 0; k < N; k++)
                    s += a[i][k] * b[k][j];
                c[i][j] = s;
            }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++)
                a[i][j] = (c[j][i] >> 2 ^ i * 7 ^ j) % 50;
    }
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum = sum * 31 + (unsigned)c[i][j];
    printf("matrix_int %u\n", sum);
    return 0;
}
