// %s is given an integer.
#include <stdio.h>

static void report(const char *format, long value) {
    printf(format, value); //~ FAULT wild-pointer
}

int main(void) {
    report("value: %s\n", 0x123456789abL);
    return 0;
}
