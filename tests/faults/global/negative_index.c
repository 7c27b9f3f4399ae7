// A negative index into the object before.
#include <stdio.h>

int before[4] = {1, 2, 3, 4};
int levels[4] = {10, 20, 30, 40};

static int level(int i) {
    int *p = levels;
    return p[i]; //~ FAULT out-of-bounds
}

int main(void) {
    int sum = 0;
    for (int i = 3; i >= -1; i--)
        sum += level(i);
    printf("%d %d\n", sum, before[0]);
    return 0;
}
