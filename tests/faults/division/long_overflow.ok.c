// Twin of long_overflow.c: the correct form.
#include <limits.h>
#include <stdio.h>

int main(void) {
    long v[4] = {LONG_MAX, -1, 0, LONG_MIN};
    long by = -1;
    long sum = 0;
    for (int i = 0; i < 3; i++)
        sum += v[i] / by;
    printf("%ld\n", sum);
    return 0;
}
