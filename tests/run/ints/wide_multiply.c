// Big-number arithmetic with 32-bit digits: factorials and Fibonacci numbers of some hundred digits.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DIGITS = 64 };
typedef struct {
    uint32_t d[DIGITS];
} big;

static void set(big *b, uint32_t v) { memset(b, 0, sizeof *b); b->d[0] = v; }
static void mul_small(big *b, uint32_t m) {
    uint64_t carry = 0;
    for (int i = 0; i < DIGITS; i++) {
        carry += (uint64_t)b->d[i] * m;
        b->d[i] = (uint32_t)carry;
        carry >>= 32;
    }
}
static big add(big a, big b) {
    uint64_t carry = 0;
    for (int i = 0; i < DIGITS; i++) {
        carry += (uint64_t)a.d[i] + b.d[i];
        a.d[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return a;
}
static uint32_t div_small(big *b, uint32_t m) {
    uint64_t rest = 0;
    for (int i = DIGITS - 1; i >= 0; i--) {
        rest = rest << 32 | b->d[i];
        b->d[i] = (uint32_t)(rest / m);
        rest %= m;
    }
    return (uint32_t)rest;
}
static int is_zero(const big *b) {
    for (int i = 0; i < DIGITS; i++) if (b->d[i]) return 0;
    return 1;
}
static void print(big b) {
    char out[700];
    int n = sizeof out;
    out[--n] = '\0';
    do out[--n] = (char)('0' + div_small(&b, 10)); while (!is_zero(&b));
    puts(out + n);
}

int main(void) {
    big f;
    set(&f, 1);
    for (uint32_t i = 2; i <= 300; i++) {
        mul_small(&f, i);
        if (i % 50 == 0) print(f);
    }
    big a, b;
    set(&a, 0);
    set(&b, 1);
    for (int i = 0; i < 1000; i++) {
        big c = add(a, b);
        a = b;
        b = c;
    }
    print(a);
    return 0;
}
