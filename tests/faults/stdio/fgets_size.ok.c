// stdin: a line that is much longer than ten bytes\n
// Twin of fgets_size.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = malloc(10);
    if (!line) return 1;
    int size = 10;
    if (!fgets(line, size, stdin)) return 1;
    puts(line);
    free(line);
    return 0;
}
