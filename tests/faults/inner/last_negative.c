// sanitizers: blind
// The last array of a struct may be longer than declared, but it starts where it starts.
#include <stdio.h>

struct pair {
    int low[4];
    int high[4];
};

static struct pair p = {{1, 2, 3, 4}, {5, 6, 7, 8}};

int main(void) {
    int s = 0;
    for (int i = 3; i >= -1; i--)
        s += p.high[i]; //~ FAULT out-of-bounds
    printf("%d\n", s);
    return 0;
}
