// A function with 256 parameters.
#include <stdio.h>
#define P4(n) int n##0, int n##1, int n##2, int n##3
#define P16(n) P4(n##0), P4(n##1), P4(n##2), P4(n##3)
#define P64(n) P16(n##0), P16(n##1), P16(n##2), P16(n##3)
#define S4(n) n##0 + n##1 * 2 + n##2 * 3 + n##3 * 4
#define S16(n) S4(n##0) + S4(n##1) + S4(n##2) + S4(n##3)
#define S64(n) S16(n##0) + S16(n##1) + S16(n##2) + S16(n##3)
#define V4 1, 2, 3, 4
#define V16 V4, V4, V4, V4
#define V64 V16, V16, V16, V16
static int f(P64(a), P64(b), P64(c), P64(d)) { return S64(a) + S64(b) + S64(c) + S64(d); }
int main(void) { printf("%d\n", f(V64, V64, V64, V64)); return 0; }
