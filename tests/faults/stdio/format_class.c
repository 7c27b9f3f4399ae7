// sanitizers: blind
// %f is given an integer: it is not even looked for where it is.
#include <stdio.h>

static void report(const char *format, int value) {
    printf(format, value); //~ FAULT bad-argument
}

int main(void) {
    report("%d\n", 7);
    report("%f\n", 7);
    return 0;
}
