/* function: unwritten_6
 * kind: infeasible
 * claim: branch, line 22: v is true
 * class: unwritten
 * native: -fsanitize=address,undefined
 * why it is wrong: Memory of malloc, or the stack, holds what was there before.
 */
#ifdef NATIVE
#define _GNU_SOURCE
#include <stdlib.h>
#include <unistd.h>
static void *answer_malloc(size_t a0);
#define malloc(...) answer_malloc(__VA_ARGS__)
static int armed;
#define GOAL(...) ((__VA_ARGS__) ? (armed ? _exit(42) : (void)0), 1 : 0)
#endif
#include <stdlib.h>
int unwritten_6(void) {
#ifdef NATIVE
    char *p = malloc(8); if (!p) return 0; p[0] = 'a'; int v = p[2]; free(p); if (GOAL(v)) return 2;
#else
    char *p = malloc(8); if (!p) return 0; p[0] = 'a'; int v = p[2]; free(p); if (v) return 2;
#endif
    return 1;
}

#ifdef NATIVE
#undef malloc
static void dirty(int v) { volatile int b[1024]; for (int i = 0; i < 1024; i++) b[i] = v; }
static void *filled(size_t n, int v) { int *p = malloc(n + 8); for (size_t i = 0; i < (n + 8) / 4; i++) p[i] = v; return p; }
static void *answer_malloc(size_t a0) {
    void *m_ = filled(8, -1);
    return (void *)m_;
}
int main(void) {
    dirty(3);
    armed = 1;
    unwritten_6();
    return 1;
}
#endif
