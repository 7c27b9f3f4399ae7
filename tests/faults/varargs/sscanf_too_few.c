// sanitizers: blind
// sscanf has more conversions than targets.
#include <stdio.h>

int main(void) {
    const char *format = "%d %d %d";
    int a = 0, b = 0, c = 0;
    int n = sscanf("1 2 3", format, &a, &b); //~ FAULT out-of-bounds
    printf("%d %d\n", n, a + b + c);
    return 0;
}
