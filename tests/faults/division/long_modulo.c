// 64-bit remainder by zero.
#include <stdio.h>

static long long gcd(long long a, long long b) {
    do {
        long long t = a % b; //~ FAULT division-by-zero
        a = b;
        b = t;
    } while (a != 0);
    return a;
}

int main(void) {
    printf("%lld\n", gcd(1071LL << 32, 462LL << 32));
    return 0;
}
