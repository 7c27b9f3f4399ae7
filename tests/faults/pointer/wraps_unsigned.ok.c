// Twin of wraps_unsigned.c: the correct form.
#include <stdio.h>

static int table[8] = {0, 1, 4, 9, 16, 25, 36, 49};

static int get(const int *t, unsigned i) {
    return t[i];
}

int main(void) {
    unsigned used = 0;
    used = 1;
    printf("%d\n", get(table, used - 1));
    return 0;
}
