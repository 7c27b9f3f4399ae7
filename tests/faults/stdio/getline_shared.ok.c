// stdin: a line long enough to make getline enlarge the buffer it was given\n
// Twin of getline_shared.c: the correct form.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = malloc(16);
    size_t cap = 16;
    ssize_t n = getline(&line, &cap, stdin);
    printf("%zd\n", n);
    free(line);
    return 0;
}
