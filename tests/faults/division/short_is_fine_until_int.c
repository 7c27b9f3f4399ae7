// Narrow types are promoted and safe, only the int case overflows.
#include <limits.h>
#include <stdio.h>

int main(void) {
    short s = SHRT_MIN;
    signed char c = SCHAR_MIN;
    int minus = -1;
    printf("%d %d\n", s / minus, c / minus);
    int i = s * 65536;
    printf("%d\n", i / minus); //~ FAULT division-overflow
    return 0;
}
