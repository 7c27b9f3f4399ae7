// A negative index leads from the second member into the first.
#include <stdio.h>

struct pair {
    int low[4];
    int high[4];
    int end;
};

static struct pair p = {{1, 2, 3, 4}, {5, 6, 7, 8}, 0};

int main(void) {
    int s = 0;
    for (int i = 3; i >= -1; i--)
        s += p.high[i]; //~ FAULT out-of-bounds
    printf("%d\n", s);
    return 0;
}
