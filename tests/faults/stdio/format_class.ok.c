// The same with fitting formats; integers of other widths are taken as they are.
#include <stdio.h>

static void report(const char *format, int value) {
    printf(format, value);
}

int main(void) {
    report("%d\n", 7);
    report("%5x|\n", 7);
    report("%hhd\n", 300);
    return 0;
}
