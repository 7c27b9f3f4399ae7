// Twin of stored_in_global.c: the correct form.
#include <stdio.h>

static const int *current;

static void with_limit(int limit) {
    current = &limit;
    printf("limit %d\n", *current);
    current = NULL;
}

static int clamp(int v) {
    if (!current) return v;
    return v > *current ? *current : v;
}

int main(void) {
    with_limit(10);
    printf("%d\n", clamp(50));
    return 0;
}
