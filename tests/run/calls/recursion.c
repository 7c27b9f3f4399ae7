// Recursion: Ackermann, Hanoi, permutations, mutual recursion, and a depth of fifty thousand frames.
#include <stdio.h>

static unsigned ack(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int moves;
static void hanoi(int n, char a, char b, char c) {
    if (n == 0) return;
    hanoi(n - 1, a, c, b);
    if (moves++ < 5) printf("%c%c ", a, c);
    hanoi(n - 1, b, a, c);
}
static void permute(char *s, int k, int n) {
    if (k == n) { printf("%s ", s); return; }
    for (int i = k; i < n; i++) {
        char t = s[k]; s[k] = s[i]; s[i] = t;
        permute(s, k + 1, n);
        t = s[k]; s[k] = s[i]; s[i] = t;
    }
}
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static long deep(int n) { return n == 0 ? 0 : deep(n - 1) + (n & 3); }

int main(void) {
    printf("%u %u\n", ack(2, 9), ack(3, 4));
    hanoi(10, 'A', 'B', 'C');
    printf("%d\n", moves);
    char s[] = "abcd";
    permute(s, 0, 4);
    printf("\n%d %d\n", is_even(1000), is_odd(1001));
    printf("%ld\n", deep(50000));
    return 0;
}
