// Twin of state_table.c: the correct form.
#include <stdio.h>

enum { IDLE, RUN, STOP, STATES };

static const unsigned char next[STATES][2] = {
    {IDLE, RUN},
    {RUN, STOP},
    {STOP, IDLE},
};

int main(void) {
    int s = IDLE;
    const char *input = "01101";
    for (const char *p = input; *p; p++)
        s = next[s][*p - '0'];
    printf("%d\n", s);
    return 0;
}
