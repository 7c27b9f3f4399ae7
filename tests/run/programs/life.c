// Conway's life on a torus: a glider and an R-pentomino for two hundred generations.
#include <stdio.h>
#include <string.h>

enum { W = 40, H = 24 };
static unsigned char a[H][W], b[H][W];

static int step(void) {
    int alive = 0;
    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = 0;
            for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) if (dx || dy) n += a[(y + dy + H) % H][(x + dx + W) % W];
            alive += b[y][x] = n == 3 || (n == 2 && a[y][x]);
        }
    memcpy(a, b, sizeof a);
    return alive;
}

int main(void) {
    const char *shape[] = {".#.......##", "..#.....##.", "###......#."};
    for (int y = 0; y < 3; y++) for (int x = 0; shape[y][x]; x++) a[y + 5][x + 10] = shape[y][x] == '#';
    int alive = 0;
    for (int g = 0; g < 200; g++) { alive = step(); if (g % 40 == 0) printf("%d ", alive); }
    printf("%d\n", alive);
    for (int y = 0; y < H; y++) { for (int x = 0; x < W; x++) putchar(a[y][x] ? '#' : '.'); putchar('\n'); }
    return 0;
}
