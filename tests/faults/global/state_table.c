// A transition table with a state that has no row.
#include <stdio.h>

enum { IDLE, RUN, STOP, STATES };

static const unsigned char next[STATES][2] = {
    {IDLE, RUN},
    {RUN, 9},
    {STOP, IDLE},
};

int main(void) {
    int s = IDLE;
    const char *input = "01101";
    for (const char *p = input; *p; p++)
        s = next[s][*p - '0']; //~ FAULT out-of-bounds
    printf("%d\n", s);
    return 0;
}
