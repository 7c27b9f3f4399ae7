// stdin: a line long enough to make getline enlarge the buffer it was given\n
// getline is given a buffer that is not from malloc.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char start[16];
    char *line = start;
    size_t cap = 16;
    ssize_t n = getline(&line, &cap, stdin); //~ FAULT invalid-free
    printf("%zd\n", n);
    return 0;
}
