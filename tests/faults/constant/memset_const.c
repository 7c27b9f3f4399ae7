// memset over a constant structure.
#include <stdio.h>
#include <string.h>

struct limits {
    int low, high;
};

static const struct limits factory = {10, 90};

static void reset(const struct limits *l) {
    memset((void *)l, 0, sizeof *l); //~ FAULT write-to-constant
}

int main(void) {
    reset(&factory);
    printf("%d\n", factory.high);
    return 0;
}
