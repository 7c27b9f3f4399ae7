// snprintf is told a larger size than the buffer has.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = malloc(10);
    if (!line) return 1;
    size_t size = 64;
    snprintf(line, size, "%s=%d", "temperature", 21); //~ FAULT out-of-bounds
    puts(line);
    free(line);
    return 0;
}
