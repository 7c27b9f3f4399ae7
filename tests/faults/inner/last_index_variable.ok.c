// Twin of last_index_variable.c: the correct form.
#include <stdio.h>

static const struct {
    int id;
    short steps[5];
    short end;
} plan = {7, {1, 2, 4, 8, 16}, -1};

static int step(int i) { return plan.steps[i]; }

int main(void) {
    int i = 0;
    while (i < 5 && step(i) > 0)
        i++;
    printf("%d %d\n", i, plan.end);
    return 0;
}
