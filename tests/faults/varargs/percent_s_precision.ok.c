// Twin of percent_s_precision.c: the correct form.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *field = malloc(6);
    if (!field) return 1;
    memcpy(field, "abcdef", 6);
    int width = 6;
    printf("[%.*s]\n", width, field);
    free(field);
    return 0;
}
