// 4 MB of data with an initialiser that is not zero.
#include <stdio.h>
struct block { int first; char rest[1 << 20]; };
static struct block b[4] = {[0 ... 3] = {.first = 7, .rest = {[5] = 3, [(1 << 20) - 1] = 4}}};
int main(void) { int s = 0; for (int i = 0; i < 4; i++) s += b[i].first + b[i].rest[5] + b[i].rest[(1 << 20) - 1]; printf("%d\n", s); return 0; }
