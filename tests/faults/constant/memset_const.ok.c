// Twin of memset_const.c: the correct form.
#include <stdio.h>
#include <string.h>

struct limits {
    int low, high;
};

static struct limits factory = {10, 90};

static void reset(const struct limits *l) {
    memset((void *)l, 0, sizeof *l);
}

int main(void) {
    reset(&factory);
    printf("%d\n", factory.high);
    return 0;
}
