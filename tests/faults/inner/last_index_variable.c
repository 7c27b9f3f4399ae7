// A read with a computed index, from a constant table inside a structure.
#include <stdio.h>

static const struct {
    int id;
    short steps[5];
    short end;
} plan = {7, {1, 2, 4, 8, 16}, -1};

static int step(int i) { return plan.steps[i]; } //~ FAULT out-of-bounds

int main(void) {
    int i = 0;
    while (step(i) > 0)
        i++;
    printf("%d %d\n", i, plan.end);
    return 0;
}
