// An index computed from a character below '0' is negative.
#include <stdio.h>

int main(void) {
    unsigned counts[10] = {0};
    const char *text = "31415-92653";
    unsigned *p = counts;
    for (const char *s = text; *s; s++)
        p[*s - '0']++; //~ FAULT out-of-bounds
    printf("%u %u\n", counts[1], counts[5]);
    return 0;
}
