// Twin of strdup_unterminated.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char raw[6];
    for (int i = 0; i < 6; i++)
        raw[i] = (char)('u' + i);
    raw[5] = '\0';
    char *copy = strdup(raw);
    if (!copy) return 1;
    puts(copy);
    free(copy);
    return 0;
}
