// Switches, loops, goto, recursion and a table-driven state machine.
#include <stdint.h>
#include "check.h"

static int dense(int v) { switch (v) { case 0: return 10; case 1: return 11; case 2: return 12; case 3: return 13; case 4: return 14; case 5: return 15; default: return -1; } }
static int sparse(int v) { switch (v) { case -2147483647 - 1: return 1; case -77: return 2; case 1000: return 3; case 2147483647: return 4; } return 0; }
static int wide(uint64_t v) { switch (v) { case 0: return 1; case 0x100000000ull: return 2; case 0x8000000000000000ull: return 3; case ~0ull: return 4; } return 0; }
static int fall(int v) { int r = 0; switch (v) { case 3: r += 100; case 2: r += 10; case 1: r++; break; default: r = -1; case 7: r -= 5; } return r; }
static int ranges(int c) { switch (c) { case '0' ... '9': return 1; case 'a' ... 'z': case 'A' ... 'Z': return 2; } return 3; }
static void duff(char *to, const char *from, int n) {
    int k = (n + 3) / 4;
    switch (n & 3) { case 0: do { *to++ = *from++; case 3: *to++ = *from++; case 2: *to++ = *from++; case 1: *to++ = *from++; } while (--k > 0); }
}
static unsigned ack(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 || odd(n - 1); }
static int odd(unsigned n) { return n != 0 && even(n - 1); }
enum { IDLE, RUN, PAUSE, DONE, STATES };
enum { START, STOP, TICK, EVENTS };
static const uint8_t next[STATES][EVENTS] = {{RUN, IDLE, IDLE}, {RUN, PAUSE, RUN}, {RUN, DONE, PAUSE}, {DONE, DONE, DONE}};

int main(void) {
    for (int i = 0; i < 6; i++) CHECK(dense(i) == 10 + i);
    CHECK(dense(6) == -1 && dense(-1) == -1);
    CHECK(sparse(-2147483647 - 1) == 1 && sparse(-77) == 2 && sparse(1000) == 3 && sparse(2147483647) == 4 && sparse(0) == 0);
    CHECK(wide(0) == 1 && wide(1ull << 32) == 2 && wide(1ull << 63) == 3 && wide(~0ull) == 4 && wide(1) == 0);
    CHECK(fall(1) == 1 && fall(2) == 11 && fall(3) == 111 && fall(9) == -6 && fall(7) == -5);
    CHECK(ranges('5') == 1 && ranges('q') == 2 && ranges('Q') == 2 && ranges('-') == 3);
    char b[16] = {0};
    for (int n = 1; n < 12; n++) { duff(b, "abcdefghijkl", n); CHECK(b[n - 1] == "abcdefghijkl"[n - 1] && b[n] == 0); }
    CHECK(ack(2, 3) == 9 && ack(3, 3) == 61);
    CHECK(even(100) && odd(77) && !even(31));
    int s = IDLE;
    const uint8_t script[] = {TICK, START, TICK, STOP, TICK, START, STOP, STOP, TICK};
    int trace = 0;
    for (unsigned i = 0; i < sizeof script; i++) { s = next[s][script[i]]; trace = trace * 4 + s; }
    CHECK(s == DONE && trace == 0x5a6f);
    int n = 0, i = 0;
again:
    if (i < 10) { if (i % 3 == 0) { i++; goto again; } n += i++; goto again; }
    CHECK(n == 1 + 2 + 4 + 5 + 7 + 8);
    unsigned steps = 0;
    for (uint32_t v = 27; v != 1; steps++) v = v & 1 ? 3 * v + 1 : v / 2;
    CHECK(steps == 111);
    int found = 0;
    for (int x = 1; x < 20 && !found; x++) for (int y = 1; y < 20; y++) { if (x * y == 143) { found = x * 100 + y; break; } if (y > x + 5) continue; }
    CHECK(found == 1113);
    return 0;
}
