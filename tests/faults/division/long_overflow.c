// LONG_MIN / -1.
#include <limits.h>
#include <stdio.h>

int main(void) {
    long v[4] = {LONG_MAX, -1, 0, LONG_MIN};
    long by = -1;
    long sum = 0;
    for (int i = 0; i < 4; i++)
        sum += v[i] / by; //~ FAULT division-overflow
    printf("%ld\n", sum);
    return 0;
}
