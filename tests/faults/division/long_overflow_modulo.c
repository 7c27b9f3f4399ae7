// LLONG_MIN % -1 in a compound assignment.
#include <limits.h>
#include <stdio.h>

int main(void) {
    long long v = LLONG_MIN;
    int by = -1;
    v %= by; //~ FAULT division-overflow
    printf("%lld\n", v);
    return 0;
}
