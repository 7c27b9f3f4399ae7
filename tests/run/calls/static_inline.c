// Inline functions of all sorts, static locals in them, and function-local declarations.
#include <stdio.h>

static inline int sq(int x) { return x * x; }
inline static int next_id(void) { static int id = 100; return id++; }
extern int later(int);
static __attribute__((always_inline)) inline int forced(int x) { int t = x; t += sq(t); return t; }
static __attribute__((noinline)) int never(int x) { return x - 1; }

static int counter(void) {
    static int n;
    static const int step[3] = {1, 10, 100};
    static struct { int calls; char last; } st = {0, 'a'};
    n += step[st.calls++ % 3];
    st.last++;
    return n + st.last;
}
static int fib_memo(int n) {
    static int memo[50];
    if (n < 2) return n;
    return memo[n] ? memo[n] : (memo[n] = fib_memo(n - 1) + fib_memo(n - 2));
}

int main(void) {
    int local_decl(int);
    printf("%d %d %d\n", sq(9), forced(4), never(4));
    printf("%d ", next_id());
    printf("%d ", next_id());
    printf("%d\n", next_id());
    for (int i = 0; i < 5; i++) printf("%d ", counter());
    printf("\n%d\n", fib_memo(40));
    printf("%d %d\n", later(3), local_decl(4));
    return 0;
}
int later(int x) { return x * 100; }
int local_decl(int x) { return x + 1000; }
