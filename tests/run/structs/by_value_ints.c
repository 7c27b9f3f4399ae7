// Structures of 1 to 40 bytes made of integers, passed and returned by value.
#include <stdio.h>

#define DEF(N)                                                                                      \
    struct s##N { unsigned char b[N]; };                                                            \
    static struct s##N make##N(int seed) {                                                          \
        struct s##N r;                                                                              \
        for (int i = 0; i < N; i++) r.b[i] = (unsigned char)(seed * 31 + i * 7);                    \
        return r;                                                                                   \
    }                                                                                               \
    static int sum##N(int before, struct s##N v, int after) {                                       \
        int s = before * 1000 + after;                                                              \
        for (int i = 0; i < N; i++) s += v.b[i] * (i + 1);                                          \
        v.b[0] = 99;                                                                                \
        return s;                                                                                   \
    }
#define USE(N)                                                                                      \
    do {                                                                                            \
        struct s##N v = make##N(N);                                                                 \
        int a = sum##N(N, v, 1), b = sum##N(1, make##N(N + 1), N);                                  \
        printf("%d %d %d %d %zu\n", N, a, b, v.b[0], sizeof v);                                     \
    } while (0)

DEF(1) DEF(2) DEF(3) DEF(4) DEF(5) DEF(6) DEF(7) DEF(8) DEF(9) DEF(12) DEF(15) DEF(16) DEF(17) DEF(24) DEF(31) DEF(40)

int main(void) {
    USE(1); USE(2); USE(3); USE(4); USE(5); USE(6); USE(7); USE(8); USE(9); USE(12); USE(15); USE(16); USE(17); USE(24);
    USE(31); USE(40);
    return 0;
}
