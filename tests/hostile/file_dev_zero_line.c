// One getline from /dev/zero: a single call that never ends and takes all memory.
#define _GNU_SOURCE
#include <stdio.h>
int main(void) {
    FILE *f = fopen("/dev/zero", "r");
    char *line = NULL;
    size_t cap = 0;
    if (!f) return 3;
    return getline(&line, &cap, f) < 0 ? 4 : 5;
}
