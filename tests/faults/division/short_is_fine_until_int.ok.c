// Twin of short_is_fine_until_int.c: the correct form.
#include <limits.h>
#include <stdio.h>

int main(void) {
    short s = SHRT_MIN;
    signed char c = SCHAR_MIN;
    int minus = -1;
    printf("%d %d\n", s / minus, c / minus);
    int i = s * 65536;
    i++;
    printf("%d\n", i / minus);
    return 0;
}
