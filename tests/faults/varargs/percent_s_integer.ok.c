// Twin of percent_s_integer.c: the correct form.
#include <stdio.h>

static void report(const char *format, long value) {
    printf(format, value);
}

int main(void) {
    report("value: %ld\n", 0x123456789abL);
    return 0;
}
