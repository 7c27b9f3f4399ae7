// Twin of long_modulo.c: the correct form.
#include <stdio.h>

static long long gcd(long long a, long long b) {
    while (b != 0) {
        long long t = a % b;
        a = b;
        b = t;
    }
    return a;
}

int main(void) {
    printf("%lld\n", gcd(1071LL << 32, 462LL << 32));
    return 0;
}
