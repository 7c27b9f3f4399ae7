// A 32-bit unsigned index that wrapped to four billion.
#include <stdio.h>

static int table[8] = {0, 1, 4, 9, 16, 25, 36, 49};

static int get(const int *t, unsigned i) {
    return t[i]; //~ FAULT out-of-bounds|wild-pointer
}

int main(void) {
    unsigned used = 0;
    printf("%d\n", get(table, used - 1));
    return 0;
}
