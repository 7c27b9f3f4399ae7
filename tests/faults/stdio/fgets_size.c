// stdin: a line that is much longer than ten bytes\n
// fgets is told a larger size than the buffer has.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = malloc(10);
    if (!line) return 1;
    int size = 100;
    if (!fgets(line, size, stdin)) return 1; //~ FAULT out-of-bounds
    puts(line);
    free(line);
    return 0;
}
