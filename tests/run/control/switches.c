// Switch statements: dense, sparse, negative, ranges, 64-bit, fall-through, default in the middle, nested, char, enum.
#include <stdint.h>
#include <stdio.h>

static int dense(int v) { switch (v) { case 0: return 5; case 1: return 3; case 2: return 8; case 3: return 1; case 4: return 9; } return -1; }
static int sparse(int v) { switch (v) { case -1000000: return 1; case 7: return 2; case 70000: return 3; case 2147483647: return 4; case -2147483647 - 1: return 5; default: return 0; } }
static const char *range(int v) {
    switch (v) {
    case -5 ... -1: return "neg";
    case 0: return "zero";
    case 1 ... 9: return "digit";
    case 10 ... 99: return "two";
    default: return "big";
    }
}
static int wide(uint64_t v) { switch (v) { case 0x100000000ULL: return 1; case 0xffffffffffffffffULL: return 2; case 0: return 3; case 0x8000000000000000ULL: return 4; } return 0; }
static int fall(int v) {
    int r = 0;
    switch (v) {
    default: r += 1000;
    case 3: r += 3;
    case 2: r += 2; break;
    case 1: r += 1;
    case 0:;
    }
    return r;
}
static int nested(int a, int b) {
    switch (a) {
    case 1:
        switch (b) { case 1: return 11; case 2: break; default: return 19; }
        return 12;
    case 2: { int k = b * 2; switch (k) { case 4: return 24; } break; }
    }
    return 0;
}
static int chars(char c) { switch (c) { case 'a': case 'e': case 'i': case 'o': case 'u': return 1; case '\xff': return 2; case 0: return 3; } return 0; }
static int loop(void) {
    int s = 0;
    for (int i = 0; i < 20; i++) {
        switch (i % 5) { case 0: continue; case 4: if (i > 14) goto out; break; case 2: s += 100; }
        s += i;
    }
out:
    return s;
}
static int inside(int n) {
    int r = 0;
    switch (n) { while (r < 50) { case 1: r += 7; case 2: r += 1; } default: r += 1000; }
    return r;
}
static int boolean(_Bool b) { switch (b) { case 0: return 10; case 1: return 20; } return 30; }
static int short_(short s) { switch (s) { case -32768: return 1; case 32767: return 2; case -1: return 3; } return 0; }

int main(void) {
    for (int i = -1; i < 6; i++) printf("%d ", dense(i));
    printf("\n%d %d %d %d %d %d\n", sparse(-1000000), sparse(7), sparse(70000), sparse(2147483647), sparse(-2147483647 - 1), sparse(8));
    for (int i = -6; i < 120; i += 5) printf("%s ", range(i));
    printf("\n%d %d %d %d %d\n", wide(1ULL << 32), wide(-1), wide(0), wide(1ULL << 63), wide(1));
    for (int i = -1; i < 5; i++) printf("%d ", fall(i));
    printf("\n%d %d %d %d %d\n", nested(1, 1), nested(1, 2), nested(1, 9), nested(2, 2), nested(2, 3));
    printf("%d %d %d %d\n", chars('e'), chars('\xff'), chars(0), chars('z'));
    printf("%d %d %d %d\n", loop(), inside(1), inside(2), inside(3));
    printf("%d %d %d %d %d\n", boolean(0), boolean(5), short_(-32768), short_(-1), short_(5));
    return 0;
}
