// A global keeps the address of a local variable.
#include <stdio.h>

static const int *current;

static void with_limit(int limit) {
    current = &limit;
    printf("limit %d\n", *current);
}

static int clamp(int v) {
    if (!current) return v;
    return v > *current ? *current : v; //~ FAULT use-after-return
}

int main(void) {
    with_limit(10);
    printf("%d\n", clamp(50));
    return 0;
}
