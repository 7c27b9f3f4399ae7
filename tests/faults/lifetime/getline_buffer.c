// stdin: k\nv is a long line that makes getline move its buffer ....................................................................................................................................................................\n
// A pointer into getline's buffer is kept while the buffer is enlarged.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = malloc(4);
    size_t cap = 4;
    if (!line) return 1;
    if (getline(&line, &cap, stdin) < 0) return 1;
    char *key = line;
    char saved = line[0];
    if (getline(&line, &cap, stdin) < 0) return 1;
    printf("%c\n", key[0]); //~ FAULT use-after-free
    free(line);
    return 0;
}
