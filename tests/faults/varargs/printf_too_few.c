// sanitizers: blind
// printf's format asks for more arguments than it is given.
#include <stdio.h>

static const char *const formats[] = {"%d\n", "%d %d\n"};

int main(void) {
    for (int i = 0; i < 2; i++)
        printf(formats[i], 5); //~ FAULT out-of-bounds
    return 0;
}
