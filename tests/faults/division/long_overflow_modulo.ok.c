// Twin of long_overflow_modulo.c: the correct form.
#include <limits.h>
#include <stdio.h>

int main(void) {
    long long v = LLONG_MIN;
    int by = -1;
    by = -2;
    v %= by;
    printf("%lld\n", v);
    return 0;
}
