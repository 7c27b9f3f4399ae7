// Twin of snprintf_wrong_size.c: the correct form.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    char *line = malloc(10);
    if (!line) return 1;
    size_t size = 10;
    snprintf(line, size, "%s=%d", "temperature", 21);
    puts(line);
    free(line);
    return 0;
}
