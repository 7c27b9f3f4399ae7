// Arrays of three and four dimensions, of structures with arrays, decay to pointers at each level.
#include <stdio.h>

struct cell { unsigned char rgb[3]; float w; };
static int four[2][3][4][5];
static struct cell image[6][8];

static int plane(int (*p)[4][5]) { int s = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) for (int k = 0; k < 5; k++) s += p[i][j][k]; return s; }
static int line(int *p, int n) { int s = 0; while (n--) s += *p++; return s; }
static void shade(struct cell (*rows)[8], int n) { for (int y = 0; y < n; y++) for (int x = 0; x < 8; x++) { for (int c = 0; c < 3; c++) rows[y][x].rgb[c] = (unsigned char)(y * 40 + x * 5 + c); rows[y][x].w = (float)x / 8; } }

int main(void) {
    int n = 0;
    for (int a = 0; a < 2; a++) for (int b = 0; b < 3; b++) for (int c = 0; c < 4; c++) for (int d = 0; d < 5; d++) four[a][b][c][d] = n++;
    printf("%d %d %d\n", plane(four[1]), line(four[1][2][3], 5), four[1][0][2][4]);
    printf("%zu %zu %zu %zu\n", sizeof four, sizeof four[0], sizeof four[0][0], sizeof four[0][0][0]);
    shade(image, 6);
    shade(image + 2, 2);
    unsigned s = 0;
    float w = 0;
    for (int y = 0; y < 6; y++) for (int x = 0; x < 8; x++) { s = s * 7 + image[y][x].rgb[(x + y) % 3]; w += image[y][x].w; }
    printf("%u %g\n", s, w);
    struct cell row[8], *p = image[3];
    for (int x = 0; x < 8; x++) row[x] = *p++;
    printf("%d %g\n", row[7].rgb[2], row[7].w);
    char names[][8] = {"alpha", "beta", "gamma"}, (*q)[8] = names;
    printf("%s %s %c %zu\n", *q, q[2], (*(q + 1))[1], sizeof names);
    return 0;
}
